import type { SelectProps } from '@mantine/core'
import type { TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { PathSelect } from '../ui/lists/path-select'

interface LocationTreeSelectProps extends Pick<SelectProps, 'size' | 'openOnFocus'> {
  readonly label: string
  readonly description?: string
  /** The meaning of an empty field. */
  readonly placeholder: string
  readonly locations: readonly TreeLocation[]
  readonly value: number | null
  readonly error?: string | undefined
  readonly onChange: (id: number | null) => void
}

const offered = 100

/** Chooses a location by any part of its path or key. */
export const LocationTreeSelect = ({
  locations,
  value,
  onChange,
  error,
  ...others
}: LocationTreeSelectProps) => (
  <PathSelect
    {...others}
    error={error}
    clearable
    clearButtonProps={{ 'aria-label': others.placeholder }}
    limit={offered}
    maxDropdownHeight={280}
    data={locations.map(({ id, path, key }) => ({ value: String(id), label: `${path} (${key})` }))}
    value={value === null ? null : String(value)}
    onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    nothingFoundMessage={t('No locations found')}
  />
)
