import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, queryClient } from '../api/client'
import { ApiError } from '../api/errors'
import { t } from '../languages/messages'
import { PathSelect } from '../ui/lists/path-select'
import { usePathText } from '../ui/pages/place-path'

export type RecordKind = 'asset' | 'location'

interface RecordSelectProps extends Pick<
  SelectProps,
  | 'label'
  | 'aria-label'
  | 'error'
  | 'placeholder'
  | 'name'
  | 'openOnFocus'
  | 'clearable'
  | 'clearButtonProps'
  | 'className'
  | 'comboboxProps'
> {
  readonly kind: RecordKind
  /** The id of the selected record. */
  readonly value: number | null
  readonly onChange: (id: number | null) => void
}

interface Named {
  readonly id: number
  readonly name: string
  readonly external_key: string
}

const maxOptions = 20
const pauseMs = 200

const search = async (kind: RecordKind, q: string): Promise<readonly Named[]> => {
  const params = { query: { limit: maxOptions, sort: 'name', ...(q !== '' && { q }) } }
  const page =
    kind === 'asset'
      ? await dataOf(api.GET('/api/v1/assets', { params }))
      : await dataOf(api.GET('/api/v1/locations', { params }))
  return page.data
}

const read = async (kind: RecordKind, id: number): Promise<Named> => {
  const response =
    kind === 'asset'
      ? await dataOf(api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } } }))
      : await dataOf(api.GET('/api/v1/locations/{location_id}', { params: { path: { location_id: id } } }))
  return response.data
}

/** Fetches an asset or a location by its id. The query fails when the record was deleted. */
export const recordQuery = (kind: RecordKind, id: number | null) => ({
  queryKey: [`${kind}s`, 'name', id],
  queryFn: () => read(kind, id as number),
  staleTime: 60_000,
})

/** Returns the name of a record. That of a selected record is known already. */
export const recordName = async (kind: RecordKind, id: number): Promise<string> =>
  (await queryClient.fetchQuery(recordQuery(kind, id))).name

/** Selects an asset or a location. The user searches by name, key or tag. */
export function RecordSelect({ kind, value, onChange, ...input }: RecordSelectProps) {
  const pathOf = usePathText()
  const labelOf = ({ id, name, external_key: key }: Named): string =>
    `${kind === 'location' ? pathOf(id, name) : name} (${key})`
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, pauseMs)
  const { data: current, error } = useQuery({ ...recordQuery(kind, value), enabled: value !== null })
  const { data, isPlaceholderData } = useQuery({
    queryKey: [`${kind}s`, 'select', 'by id', q],
    // The field also holds the label of the selected record, which is not a search.
    queryFn: () => search(kind, current && q === labelOf(current) ? '' : q),
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map((row) => ({ value: String(row.id), label: labelOf(row) }))
  const isListed = value === null || options.some((option) => option.value === String(value))
  const currentLabel = current
    ? labelOf(current)
    : error instanceof ApiError && error.status === 404
      ? kind === 'asset'
        ? t('Deleted asset')
        : t('Deleted location')
      : '…'
  return (
    <PathSelect
      {...input}
      isSettled={q === typed && data !== undefined && !isPlaceholderData}
      data={isListed ? options : [{ value: String(value), label: currentLabel }, ...options]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      // The service has already searched, even in fields that are not shown here.
      filter={({ options: found }) => found}
      nothingFoundMessage={kind === 'asset' ? t('No matching assets') : t('No matching locations')}
    />
  )
}
