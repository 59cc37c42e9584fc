import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { fromLocalInput, toLocalInput } from '../ui/values/format'
import { DaySlider } from './day-slider'

const hourMs = 3_600_000

const isInFuture = (instant: number): boolean => instant > serviceNow()
const isTooEarly = (instant: number): boolean => new Date(instant).getUTCFullYear() <= 1970

/**
 * Says why a text is not applied. While a user types a year, it has a few digits and is too early, so that this is a problem
 * only when the user has left the input.
 */
function problemOf(text: string, isLeft: boolean): string | undefined {
  const instant = Date.parse(fromLocalInput(text) ?? '')
  if (isInFuture(instant)) return t('Enter a time that is not in the future.')
  return isLeft && isTooEarly(instant) ? t('Enter a time after 1970.') : undefined
}

interface AtInputProps {
  /** Null is now. */
  readonly at: string | null
  readonly onChange: (at: number) => void
}

/** Chooses an instant by text, by steps and by a slider over the day. */
export function AtInput({ at: chosen, onChange }: AtInputProps) {
  const [opened] = useState(() => new Date(serviceNow()).toISOString())
  const at = chosen ?? opened
  const [text, setText] = useState(toLocalInput(at))
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setText(toLocalInput(at)), [at])
  const instant = Date.parse(at)
  const goTo = (next: number) => onChange(Math.min(next, serviceNow()))

  /** Applies typed text as soon as it is an instant that can be shown. */
  function type(next: string): void {
    setText(next)
    const typed = Date.parse(fromLocalInput(next) ?? '')
    if (!Number.isNaN(typed) && !isInFuture(typed) && !isTooEarly(typed)) goTo(typed)
  }

  const steps = [
    [t('A day earlier'), -24 * hourMs],
    [t('An hour earlier'), -hourMs],
    [t('An hour later'), hourMs],
    [t('A day later'), 24 * hourMs],
  ] as const
  return (
    <Stack gap="md">
      <TextInput
        type="datetime-local"
        step={1}
        label={t('Date and time')}
        value={text}
        error={problemOf(text, isLeft)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        max={toLocalInput(new Date(serviceNow()).toISOString())}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group gap="xs" grow preventGrowOverflow={false}>
        {steps.map(([label, by]) => (
          <Button
            key={label}
            variant="default"
            disabled={instant + by > serviceNow()}
            onClick={() => goTo(instant + by)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <DaySlider at={instant} onChange={goTo} />
    </Stack>
  )
}
