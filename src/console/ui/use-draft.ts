import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { session, identityOf } from '../api/session'

/**
 * Form values that were not submitted when the session ended. They stay in memory until the same user has signed in again
 * and opens the form. Another user never sees them. Passwords are not stored.
 */
const drafts = new Map<string, unknown>()
let identity = ''

session.subscribe(() => {
  const next = identityOf(session.get())
  if (next !== '' && next !== identity) drafts.clear()
  identity = next === '' ? identity : next
})

const keyOf = (name: string): string | undefined =>
  session.get().phase === 'in' && !name.includes('password') ? `${location.pathname} ${name}` : undefined

/** Returns the state of a form. `name` identifies the form on its page. */
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
