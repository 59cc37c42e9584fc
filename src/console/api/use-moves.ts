import { useCallback, useEffect, useRef, useState } from 'react'
import { queryClient } from './client'
import { isLive, listen, type LiveMove } from './live-events'
import { useStore } from './store'

/** For so long an asset is said to have just moved. */
const freshMs = 15_000
/** However much happens, what is shown is read again no more often. */
const restMs = 2000
/** More moves at once are not told apart by anybody. */
const keptMax = 200

export interface Moves {
  /** The latest move of each asset that has just moved, the newest first. */
  readonly recent: readonly LiveMove[]
  readonly isLive: boolean
}

/** Moves as they happen; with each, what the cache holds under these keys is read again. */
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
          [move, ...before.filter((other) => other.asset_id !== move.asset_id)].slice(0, keptMax),
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

/** At once, and again after a rest where it was called meanwhile. */
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
