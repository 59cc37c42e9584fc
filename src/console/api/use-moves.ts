import { useCallback, useEffect, useRef, useState } from 'react'
import { queryClient } from './client'
import { isLive, listen, type LiveMove } from './live-events'
import { useStore } from './store'

/** Time for which an asset is marked as just moved, in milliseconds. */
const freshMs = 15_000
/** Minimum interval between two reloads, in milliseconds. */
const restMs = 2000
/** Maximum number of recent moves. More could not be distinguished on a page. */
const recentMax = 200

interface Moves {
  /** The latest move of each asset that has just moved, newest first. */
  readonly recent: readonly LiveMove[]
  readonly isLive: boolean
}

/** Returns moves as they happen. Each move reloads the queries under these keys. */
export function useMoves(...keys: readonly string[]): Moves {
  const [recent, setRecent] = useState<readonly LiveMove[]>([])
  const expiries = useRef(new Set<ReturnType<typeof setTimeout>>())
  const names = keys.join(' ')
  const refresh = useThrottled(
    useCallback(() => {
      for (const name of names.split(' ')) void queryClient.invalidateQueries({ queryKey: [name] })
    }, [names]),
  )

  useEffect(() => {
    const pending = expiries.current
    const stop = listen({
      missed: refresh,
      moved(move) {
        refresh()
        setRecent((before) =>
          [move, ...before.filter((other) => other.asset_id !== move.asset_id)].slice(0, recentMax),
        )
        const expiry = setTimeout(() => {
          pending.delete(expiry)
          setRecent((before) => before.filter((other) => other !== move))
        }, freshMs)
        pending.add(expiry)
      },
    })
    return () => {
      stop()
      for (const expiry of pending) clearTimeout(expiry)
      pending.clear()
    }
  }, [refresh])

  return { recent, isLive: useStore(isLive) }
}

/** Returns a function that runs `work` at once, and again after a pause if it was called during the pause. */
function useThrottled(work: () => void): () => void {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; isDue: boolean }>({
    isDue: false,
  })
  useEffect(() => {
    const current = state.current
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  return useCallback(() => {
    const current = state.current
    if (current.timer !== undefined) {
      current.isDue = true
      return
    }
    const rest = () => {
      current.timer = setTimeout(() => {
        current.timer = undefined
        if (!current.isDue) return
        current.isDue = false
        work()
        rest()
      }, restMs)
    }
    work()
    rest()
  }, [work])
}
