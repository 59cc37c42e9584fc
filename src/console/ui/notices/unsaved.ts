import { createContext, useContext, useEffect, useRef } from 'react'
import type { BaseLocationHook } from 'wouter'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { createStore } from '../../api/store'
import { session } from '../../api/session'

/** Asks before a navigation, or another step of the user, discards text that was typed into a form and not sent. */

/** Returns whether a form has unsaved text. */
export type IsDirty = () => boolean

const forms = new Set<IsDirty>()

/** The forms of a dialog, which the user can close without leaving the page. */
export const FormsOfDialog = createContext<Set<IsDirty> | null>(null)

export const areUnsaved = (some: ReadonlySet<IsDirty>): boolean =>
  session.get().phase === 'in' && [...some].some((isDirty) => isDirty())

const isUnsaved = (): boolean => areUnsaved(forms)

/** What the user decides about: leaves the page and discards the text. */
export const leaving = createStore<(() => void) | null>(null)

/** The address of the page with the form, to which an asked-for way back returns. */
let current = location.href
let isAllowed = false

/** Asks whether to discard the text. */
function ask(go: () => void): void {
  leaving.set(() => {
    leaving.set(null)
    go()
  })
}

/** Calls `go`, which discards the unsaved text of the page, or of one form; if there is some, after the user has agreed. */
export function onceDiscarded(go: () => void, isDirty = isUnsaved): void {
  if (isDirty()) ask(go)
  else go()
}

/** The state of a navigation by which the user discards the text, such as by "Cancel". */
export const discarding = { discards: true } as const

interface NavigationOptions {
  readonly replace?: boolean
  readonly state?: unknown
}

function guardedNavigate(to: string | URL, options?: NavigationOptions): void {
  const { pathname } = new URL(to, location.href)
  const go = () => navigate(to, options)
  if (pathname === location.pathname || options?.state === discarding) go()
  else onceDiscarded(go)
}

/** The location hook of the router. */
export const useGuardedLocation: BaseLocationHook = () => [usePathname(), guardedNavigate]

/** Watches navigations by the browser itself. It must be called before the router listens. */
export function watchNavigations(): void {
  addEventListener(
    'popstate',
    (event) => {
      if (isAllowed || new URL(current).pathname === location.pathname || !isUnsaved()) return
      // The browser has already gone. Return to the page, which the router never left.
      event.stopImmediatePropagation()
      history.pushState(null, '', current)
      ask(() => {
        isAllowed = true
        history.back()
      })
    },
    { capture: true },
  )
  for (const type of ['popstate', 'pushState', 'replaceState'])
    addEventListener(type, () => {
      current = location.href
      isAllowed = false
    })
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
}

/** Reports that a form has unsaved text while `isDirty` returns true. */
export function useUnsaved(isDirty: IsDirty): void {
  const latest = useRef(isDirty)
  const ofDialog = useContext(FormsOfDialog)
  useEffect(() => {
    latest.current = isDirty
  })
  useEffect(() => {
    const check = () => latest.current()
    const kept = ofDialog ? [forms, ofDialog] : [forms]
    for (const some of kept) some.add(check)
    return () => {
      for (const some of kept) some.delete(check)
    }
  }, [ofDialog])
}
