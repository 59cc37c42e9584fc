import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { withOwnMark, withPoint } from '../../fields/decimal-mark'
import { t } from '../../languages/messages'
import { rounded } from './template'

interface LengthFieldProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
  /** Whether `onChange` waits until the field loses the focus. */
  readonly isCommitted?: boolean
}

/** An input for a length in millimeters. It shows what was typed until it loses the focus. */
export function LengthField({ label, value, least, most, onChange, isCommitted = false }: LengthFieldProps) {
  const [typed, setTyped] = useState<string>()
  const lengthIn = (text: string): number | undefined => {
    const length = rounded(Number(withPoint(text.trim())))
    return text.trim() !== '' && length >= least && length <= most ? length : undefined
  }
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      rightSection="mm"
      rightSectionPointerEvents="none"
      value={typed ?? withOwnMark(String(value))}
      error={
        typed !== undefined &&
        lengthIn(typed) === undefined &&
        t('Enter a number from {least} to {most}.', { least, most })
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const length = lengthIn(currentTarget.value)
        if (length !== undefined && !isCommitted) onChange(length)
      }}
      onBlur={() => {
        const length = typed === undefined ? undefined : lengthIn(typed)
        if (length !== undefined && length !== value && isCommitted) onChange(length)
        setTyped(undefined)
      }}
    />
  )
}
