import type { ReaderView } from './schema'

/** The states by which the list of readers is filtered (docs/internal-api.md, Reader fields). */

export const readerStates = [
  'problem',
  'silent',
  'refused',
  'not_understood',
  'not_placing',
  'warning',
  'waiting',
  'placing',
  'inactive',
] as const
export type ReaderState = (typeof readerStates)[number]

type Observed = Pick<ReaderView, 'is_active' | 'diagnosis' | 'health'>
type Links = Pick<NonNullable<ReaderView['diagnosis']>, 'links'>

/** Whether the reads of a reader place assets. */
export const isPlacing = ({ links }: Links): boolean => links.placing === 'ok'
export const isBroken = ({ links }: Links): boolean => Object.values(links).includes('broken')

/** Whether something is wrong that does not break the chain: the clock, or the cable of an antenna. */
const hasWarning = ({ health }: Observed): boolean =>
  health !== null && (health.clock !== null || health.antennas.some(({ is_connected: isOn }) => !isOn))

const ofBrokenLink = {
  connected: 'silent',
  signed_in: 'refused',
  sending: 'silent',
  understood: 'not_understood',
  placing: 'not_placing',
} as const satisfies Record<keyof Links['links'], ReaderState>

/** Returns the states of a reader. An active handheld has none. */
function statesOf(reader: Observed): ReaderState[] {
  const { is_active: isActive, diagnosis } = reader
  if (!isActive) return ['inactive']
  if (!diagnosis) return []
  const { links } = diagnosis
  const names = Object.keys(ofBrokenLink) as (keyof typeof ofBrokenLink)[]
  const broken = names.find((name) => links[name] === 'broken')
  if (broken) return ['problem', ofBrokenLink[broken]]
  const state = isPlacing(diagnosis) ? 'placing' : 'waiting'
  return hasWarning(reader) ? ['problem', 'warning', state] : [state]
}

export const isInState = (reader: Observed, state: ReaderState): boolean => statesOf(reader).includes(state)
