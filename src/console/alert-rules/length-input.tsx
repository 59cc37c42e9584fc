import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../languages/messages'

const units = [
  { value: '1', label: t('seconds') },
  { value: '60', label: t('minutes') },
  { value: '3600', label: t('hours') },
  { value: '86400', label: t('days') },
]

interface LengthInputProps {
  readonly label: string
  readonly seconds: number
  /** The smallest unit that can be chosen, in seconds. */
  readonly step: 1 | 60
  readonly error: string | undefined
  readonly onChange: (seconds: number) => void
}

/** Returns the largest unit in which a length is a whole number. */
const unitOf = (seconds: number, step: number): number =>
  [86_400, 3600, 60].find((unit) => seconds > 0 && seconds % unit === 0) ?? (seconds === 0 ? 60 : step)

/** A length of time, as a number and its unit. */
export function LengthInput({ label, seconds, step, error, onChange }: LengthInputProps) {
  const [unit, setUnit] = useState(() => unitOf(seconds, step))
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        label={label}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        value={Math.round(seconds / unit)}
        error={error}
        w={130}
        onChange={(value) => typeof value === 'number' && onChange(value * unit)}
      />
      <NativeSelect
        label={t('Unit')}
        data={units.filter(({ value }) => Number(value) >= step)}
        value={String(unit)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value)
          onChange(Math.round(seconds / unit) * next)
          setUnit(next)
        }}
      />
    </Group>
  )
}
