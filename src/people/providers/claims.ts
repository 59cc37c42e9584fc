import { Value } from '@sinclair/typebox/value'
import { Email } from '../users/schema'

/** The claims of a provider about a user. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the address with its ASCII letters in lower case, if the provider has verified it. Other letters stay as they are:
 * the case folding of Unicode makes a k of the Kelvin sign, and the address of another person with it.
 */
export function verifiedEmailOf({ email, email_verified: isVerified }: Claims): string | undefined {
  const isUsable = isVerified === true && Value.Check(Email, email) && /^[^\s@]+@[^\s@]+$/.test(email)
  return isUsable ? email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : undefined
}

const nameMax = 255

/** Returns the name, or else the part of the address before the @. */
export function nameOf({ name }: Claims, email: string): string {
  const whole = typeof name === 'string' ? name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim() : ''
  // A part of a string could end within a character.
  const text = Array.from(whole).slice(0, nameMax).join('').trim()
  return text === '' ? (email.split('@')[0] as string) : text
}
