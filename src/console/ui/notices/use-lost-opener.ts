import { useEffect, useRef } from 'react'

export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })

/**
 * Returns what an action calls when it has removed the button that opened its dialog. When the dialog closes, the content of
 * the page gets the focus then, because the dialog would return it to the button, and it would be lost.
 */
export function useLostOpener(opened: boolean): () => void {
  const isLost = useRef(false)
  // The effect of the dialog, which is a child, has run before. It returns the focus only if nothing else has it.
  useEffect(() => {
    if (opened || !isLost.current) return
    isLost.current = false
    focusContent()
  }, [opened])
  return () => {
    isLost.current = true
  }
}
