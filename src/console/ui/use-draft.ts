import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { session, whoseOf } from '../api/session'

/**
 * What was being typed when the session ended. It waits in memory until the same person has signed in again, and is
 * there when the form is; somebody else never sees it, nor is a password kept.
 */
const drafts = new Map<string, unknown>()
let whose = ''

session.subscribe(() => {
  const next = whoseOf(session.get())
  if (next !== '' && next !== whose) drafts.clear()
  whose = next === '' ? whose : next
})

const keyOf = (name: string): string | undefined =>
  session.get().phase === 'in' && !name.includes('password') ? `${location.pathname} ${name}` : undefined

/** State of a form; `name` tells it from the others of its page. */
export function useDraft<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [key] = useState(() => keyOf(name))
  const [value, setValue] = useState(() =>
    key !== undefined && drafts.has(key) ? (drafts.get(key) as T) : initial,
  )
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    if (key === undefined) return undefined
    drafts.delete(key)
    return () => {
      if (session.get().phase === 'out') drafts.set(key, latest.current)
    }
  }, [key])
  return [value, setValue]
}
