import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { fromLocalInput, toLocalInput } from '../ui/values/format'
import type { TimeRange } from './time-range'
import { spans } from './time-words'

interface BetweenInputProps {
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
}

const hourMs = 3_600_000
const instantOf = (text: string): Date => new Date(fromLocalInput(text) ?? '')
const minuteOf = (at: Date): string => toLocalInput(at.toISOString()).slice(0, 16)

/** Chooses a span of time. */
export function BetweenInput({ range, onChange }: BetweenInputProps) {
  const [[from, to], setTexts] = useState(() => textsOf(range))
  const [isSent, setSent] = useState(false)
  const problem = problemOf(from, to)
  function apply(event: FormEvent): void {
    event.preventDefault()
    setSent(true)
    if (problem === undefined) onChange(rangeOf(instantOf(from), instantOf(to)))
  }
  return (
    <form onSubmit={apply} noValidate>
      <Stack gap="md">
        <Group gap="xs" grow preventGrowOverflow={false}>
          {spans.map(({ label, of }) => (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              onClick={() => {
                const [begin, end] = of(new Date(serviceNow()))
                setTexts([minuteOf(begin), minuteOf(end)])
                onChange(rangeOf(begin, end))
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
        <TextInput
          type="datetime-local"
          label={t('From')}
          value={from}
          onChange={({ currentTarget: { value } }) => setTexts([value, to])}
        />
        <TextInput
          type="datetime-local"
          label={t('To')}
          value={to}
          error={isSent || (from !== '' && to !== '' && from >= to) ? problem : undefined}
          onChange={({ currentTarget: { value } }) => setTexts([from, value])}
        />
        <Button type="submit">{t('Apply')}</Button>
      </Stack>
    </form>
  )
}

const rangeOf = (from: Date, to: Date): TimeRange => ({
  kind: 'between',
  from: from.toISOString(),
  to: to.toISOString(),
})

function textsOf(range: TimeRange): [string, string] {
  if (range.kind === 'between') return [minuteOf(new Date(range.from)), minuteOf(new Date(range.to))]
  const end = range.kind === 'at' ? Date.parse(range.at) : serviceNow()
  return [minuteOf(new Date(end - hourMs)), minuteOf(new Date(end))]
}

function problemOf(from: string, to: string): string | undefined {
  if (fromLocalInput(from) === null || fromLocalInput(to) === null) return t('Enter a date and a time')
  return from < to ? undefined : t('The end is not after the beginning')
}
