import { NativeSelect } from '@mantine/core'
import { t } from '../../languages/messages'

export interface NamedSelectProps {
  readonly label: string
  /** The name of the choice of all. */
  readonly all: string
  /** Undefined until they are known. */
  readonly options: readonly { readonly id: number; readonly name: string }[] | undefined
  /** The id of the chosen one; empty for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Chooses one of several records, or all. Without a record there is nothing to choose. */
export function NamedSelect({ label, all, options, value, onChange }: NamedSelectProps) {
  if (!options) return null
  const data = [
    { value: '', label: all },
    ...options.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  // The address can have a record that was deleted. A browser would show the first choice, which could not be chosen then.
  const isKnown = data.some((option) => option.value === value)
  if (options.length === 0 && isKnown) return null
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={isKnown ? data : [...data, { value, label: t('Not found') }]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
