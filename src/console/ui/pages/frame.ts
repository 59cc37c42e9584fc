import { useMediaQuery } from '@mantine/hooks'
import { createContext, use } from 'react'

/** The places in the top bar of the frame that a page fills. */
export interface Frame {
  /** The title of the page, or the path to it. */
  readonly title: HTMLElement
  /** The buttons of the page. */
  readonly actions: HTMLElement
}

/** Null outside of the frame, as on the page of the sign-in. */
export const FrameContext = createContext<Frame | null>(null)

/** Returns whether a header has room for all buttons of a page. */
export const useHasRoom = (): boolean =>
  useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })

/** Returns the top bar; null where a page has its own header: on a phone, and outside of the frame. */
export function useFrame(): Frame | null {
  const frame = use(FrameContext)
  const hasBar = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false })
  return hasBar ? frame : null
}
