/** How long ago something was read, as steps that plans color. */

type Heat = 'now' | 'minutes' | 'quarter' | 'hour' | 'aging' | 'missing' | 'empty' | 'past'

const minute = 60_000
const steps: readonly (readonly [heat: Heat, untilMs: number])[] = [
  ['now', minute],
  ['minutes', 5 * minute],
  ['quarter', 15 * minute],
  ['hour', 60 * minute],
  ['aging', 24 * 60 * minute],
]

export function heatOf(assets: number, lastReadAt: number | null, nowMs: number, isPast: boolean): Heat {
  if (assets === 0) return 'empty'
  if (isPast || lastReadAt === null) return 'past'
  return steps.find(([, until]) => nowMs - lastReadAt <= until)?.[0] ?? 'missing'
}
