import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client'

export type RecordKind = 'asset' | 'location'

interface RecordSelectProps extends Pick<
  SelectProps,
  'label' | 'error' | 'placeholder' | 'name' | 'openOnFocus'
> {
  readonly kind: RecordKind
  /** The id of what is chosen. */
  readonly value: number | null
  readonly onChange: (id: number | null) => void
}

interface Named {
  readonly id: number
  readonly name: string
  readonly external_key: string
}

const offered = 20
const pauseMs = 200

const search = async (kind: RecordKind, q: string): Promise<readonly Named[]> => {
  const params = { query: { limit: offered, sort: 'name', ...(q !== '' && { q }) } }
  const page =
    kind === 'asset'
      ? await dataOf(api.GET('/api/v1/assets', { params }))
      : await dataOf(api.GET('/api/v1/locations', { params }))
  return page.data
}

const read = async (kind: RecordKind, id: number): Promise<Named> => {
  const answer =
    kind === 'asset'
      ? await dataOf(api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } } }))
      : await dataOf(api.GET('/api/v1/locations/{location_id}', { params: { path: { location_id: id } } }))
  return answer.data
}

/** An asset or a location by its id; an error for one that was deleted. */
export const useRecord = (kind: RecordKind, id: number | null) =>
  useQuery({
    queryKey: [`${kind}s`, 'name', id],
    queryFn: () => read(kind, id as number),
    enabled: id !== null,
    staleTime: 60_000,
  })

const labelOf = ({ name, external_key: key }: Named): string => `${name} (${key})`

/** Finds an asset or a location by what is typed: name, key or tag. */
export function RecordSelect({ kind, value, onChange, ...input }: RecordSelectProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, pauseMs)
  const { data: current, isError } = useRecord(kind, value)
  const { data } = useQuery({
    queryKey: [`${kind}s`, 'select', 'by id', q],
    // What was chosen stands in the field as well; it is no search.
    queryFn: () => search(kind, current && q === labelOf(current) ? '' : q),
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map((row) => ({ value: String(row.id), label: labelOf(row) }))
  const isOffered = value === null || options.some((option) => option.value === String(value))
  const currentLabel = current ? labelOf(current) : isError ? `A ${kind} that was deleted` : '…'
  return (
    <Select
      {...input}
      searchable
      data={isOffered ? options : [{ value: String(value), label: currentLabel }, ...options]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      // The service has searched already, also in what is not shown here.
      filter={({ options: found }) => found}
      nothingFoundMessage={`No such ${kind}`}
    />
  )
}
