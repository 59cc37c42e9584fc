import { useEffect } from 'react'

/** Keeps the screen on while the page is open, where the browser can. It ends when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return
      // A browser refuses it when the battery is low. The page works without it.
      const next = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await next?.release()
      else lock = next
    }
    const onShown = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onShown)
      void lock?.release()
    }
  }, [])
}
