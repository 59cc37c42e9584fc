import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { identityOf, session } from '../../api/session'

/**
 * Form values that were not submitted when the session ended. The tab keeps them until the same user has signed in again
 * and opens the form. Another user never sees them. Passwords are not stored.
 */

/** What a draft is stored as. */
interface Stored<T> {
  readonly whose: string
  readonly value: T
  /** The values before the user changed them. */
  readonly first: T
}

const prefix = 'whereabouts.changes '

const drafts = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

/** The user of the last session in this tab. */
let identity = identityOf(session.get())

session.subscribe(() => {
  const next = identityOf(session.get())
  if (next === '') return
  identity = next
  for (const key of drafts()) if (!read(key)) sessionStorage.removeItem(key)
})

const keyOf = (name: string): string | undefined =>
  session.get().phase === 'in' && !name.includes('password')
    ? `${prefix}${location.pathname} ${name}`
    : undefined

/** Returns what the current user left under a key. */
function read<T>(key: string | undefined): Stored<T> | undefined {
  const text = key === undefined ? null : sessionStorage.getItem(key)
  const stored = text === null ? undefined : (JSON.parse(text) as Stored<T>)
  return stored?.whose === identityOf(session.get()) ? stored : undefined
}

function store<T>(key: string, draft: Pick<Stored<T>, 'value' | 'first'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ whose: identity, ...draft }))
  } catch {
    // The tab has no room left. The text is lost, as without drafts.
  }
}

/** Whether two values of a form are the same. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export interface Draft<T> {
  readonly value: T
  readonly setValue: Dispatch<SetStateAction<T>>
  /** The values without what the user has changed: the initial ones, until the form assigns others. */
  readonly saved: RefObject<T>
  /** Whether the values are those of an earlier session. */
  readonly isRestored: boolean
  /** Makes these the saved values, when the form was sent. */
  readonly keep: (value: T) => void
  /** Returns to the saved values. */
  readonly discard: () => void
}

/**
 * Returns the state of a form. `name` identifies the form on its page. `restore` returns the values of a form with a draft;
 * others may have changed the record since `first`.
 */
export function useDraft<T>(
  name: string,
  initial: T,
  restore: (value: T, first: T) => T = (value) => value,
): Draft<T> {
  const [key] = useState(() => keyOf(name))
  const [restored] = useState(() => {
    const stored = read<T>(key)
    return stored && restore(stored.value, stored.first)
  })
  const saved = useRef(initial)
  const [value, setValue] = useState(restored ?? initial)
  const [isRestored, setRestored] = useState(restored !== undefined && !isSame(restored, initial))
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    if (key === undefined) return undefined
    sessionStorage.removeItem(key)
    return () => {
      if (session.get().phase === 'out') store(key, { value: latest.current, first: saved.current })
    }
  }, [key])
  function keep(sent: T): void {
    saved.current = sent
    setRestored(false)
  }
  function discard(): void {
    setValue(saved.current)
    setRestored(false)
  }
  return { value, setValue, saved, isRestored, keep, discard }
}
