import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { PathSelect } from '../ui/lists/path-select'
import { usePathText } from '../ui/pages/place-path'

interface LocationSelectProps {
  readonly label: string
  /** The external_key of the chosen location. */
  readonly value: string | null
  readonly onChange: (key: string | null) => void
}

const offered = 20
const pauseMs = 200

/** Chooses a location by its name or key. */
export function LocationSelect({ label, value, onChange }: LocationSelectProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, pauseMs)
  const pathOf = usePathText()
  const labelOf = ({ id, name, external_key: key }: Schemas['LocationView']) => `${pathOf(id, name)} (${key})`
  const { data: current } = useQuery({
    queryKey: ['locations', 'with key', value],
    queryFn: async () => {
      const query = { external_key: [value as string] }
      return (await dataOf(api.GET('/api/v1/locations', { params: { query } }))).data[0] ?? null
    },
    enabled: value !== null,
  })
  const chosen = current ? labelOf(current) : (value ?? '')
  // The field also contains the chosen option, which is not a search.
  const search = q === chosen ? '' : q
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['locations', 'select', search],
    queryFn: async () => {
      const query = { limit: offered, sort: 'name', ...(search !== '' && { q: search }) }
      return (await dataOf(api.GET('/api/v1/locations', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map((row) => ({
    value: row.external_key,
    label: labelOf(row),
  }))
  const isOffered = value === null || options.some((option) => option.value === value)
  return (
    <PathSelect
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': t('Any location') }}
      isSettled={q === typed && data !== undefined && !isPlaceholderData}
      data={isOffered ? options : [{ value, label: chosen }, ...options]}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      // The service has searched already, even in fields that the options don't show.
      filter={({ options: found }) => found}
      nothingFoundMessage={t('No locations found')}
    />
  )
}
