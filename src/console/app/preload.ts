import { useEffect } from 'react'

/** The first page has loaded by then. */
const delayMs = 1000

/** In the timeline of the browser, what starts before this mark was needed by the first page. */
const mark = 'preload'

/**
 * Loads something that the user probably needs soon, shortly after the first page is shown.
 *
 * A failure needs no message: using the thing loads it again and shows the error.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      performance.mark(mark)
      void load().catch(ignore)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [load])
}

const ignore = () => undefined
