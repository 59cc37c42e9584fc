/** How long ago something was read, as steps that plans color. */

export type Heat = 'now' | 'minutes' | 'quarter' | 'hour' | 'aging' | 'missing' | 'empty' | 'past'

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

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** Returns "12 s", "14 min", "3 h" or "2 d". */
export function ageOf(ms: number): string {
  const [size, unit] = units.find(([length]) => ms >= length) ?? [1000, 's']
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`
}
