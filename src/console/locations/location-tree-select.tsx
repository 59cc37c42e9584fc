import { Select, type SelectProps } from '@mantine/core'
import type { Place } from '../api/location-tree'

interface LocationTreeSelectProps extends Pick<SelectProps, 'size' | 'openOnFocus'> {
  readonly label: string
  readonly description?: string
  /** What an empty choice means. */
  readonly placeholder: string
  readonly places: readonly Place[]
  readonly value: number | null
  readonly error?: string | undefined
  readonly onChange: (id: number | null) => void
}

const offered = 100

/** Chooses a place of the tree, by any part of its path or its key. */
export const LocationTreeSelect = ({
  places,
  value,
  onChange,
  error,
  ...others
}: LocationTreeSelectProps) => (
  <Select
    {...others}
    error={error}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': others.placeholder }}
    limit={offered}
    maxDropdownHeight={280}
    data={places.map(({ id, path, key }) => ({ value: String(id), label: `${path} (${key})` }))}
    value={value === null ? null : String(value)}
    onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    nothingFoundMessage="No such location"
  />
)
