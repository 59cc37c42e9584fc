import { NativeSelect } from '@mantine/core'

export interface NamedSelectProps {
  readonly label: string
  /** The name of the choice of all. */
  readonly all: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  /** The id of the chosen one; empty for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Chooses one of several records, or all. Without a record there is nothing to choose. */
export const NamedSelect = ({ label, all, options, value, onChange }: NamedSelectProps) =>
  options.length === 0 ? null : (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[
        { value: '', label: all },
        ...options.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
