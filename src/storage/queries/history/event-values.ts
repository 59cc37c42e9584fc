import type { Cause, Why } from './presence'

/** Returns the values of the location decision of a stored event. */
export const whyOf = ({ why }: { readonly why: string | null }): Why | null =>
  why === null ? null : (JSON.parse(why) as Why)

/** Returns the cause of a stored event. Versions before 0.3 stored `settled` for `stronger`. */
export const causeOf = ({ cause }: { readonly cause: string }): Cause =>
  cause === 'settled' ? 'stronger' : (cause as Cause)
