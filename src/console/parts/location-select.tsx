import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client'

interface LocationSelectProps {
  readonly label: string
  /** The external_key of the chosen location. */
  readonly value: string | null
  readonly onChange: (key: string | null) => void
}

const offered = 20
const pauseMs = 200

/** Finds a location by what is typed. */
export function LocationSelect({ label, value, onChange }: LocationSelectProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, pauseMs)
  const { data } = useQuery({
    queryKey: ['locations', 'select', q],
    queryFn: async () => {
      const query = { limit: offered, sort: 'name', ...(q !== '' && { q }) }
      return (await dataOf(api.GET('/api/v1/locations', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map(({ external_key: key, name }) => ({
    value: key,
    label: `${name} (${key})`,
  }))
  const isOffered = value === null || options.some((option) => option.value === value)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any location' }}
      data={isOffered ? options : [{ value, label: value }, ...options]}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      // The service has searched already, also in what is not shown here.
      filter={({ options: found }) => found}
      nothingFoundMessage="No such location"
    />
  )
}
