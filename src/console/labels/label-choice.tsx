import { Button, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, dataOf } from '../api/client'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { labelsMax } from './labels-address'

interface ChoiceProps {
  /** The keys of the chosen records. */
  readonly value: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

const offered = 20
const pauseMs = 200

export function AssetChoice({ value, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, pauseMs)
  const { data } = useQuery({
    queryKey: ['assets', 'select', q],
    queryFn: async () => {
      const query = { limit: offered, sort: 'name', ...(q !== '' && { q }) }
      return (await dataOf(api.GET('/api/v1/assets', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })
  const found = (data ?? []).map(({ external_key: key, name }) => ({ value: key, label: `${name} (${key})` }))
  const seen = useRef(new Map<string, string>())
  for (const option of found) seen.current.set(option.value, option.label)
  const others = value.filter((key) => !found.some((option) => option.value === key))
  return (
    <MultiSelect
      label={t('Assets')}
      placeholder={t('Search assets and tags')}
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': t('Clear assets') }}
      maxValues={labelsMax}
      data={[...found, ...others.map((key) => ({ value: key, label: seen.current.get(key) ?? key }))]}
      value={[...value]}
      onChange={onChange}
      onSearchChange={setTyped}
      // The service has searched already, even in fields that the options don't show.
      filter={({ options }) =>
        options.filter((option) => !('value' in option) || !others.includes(option.value))
      }
      nothingFoundMessage={t('No assets found')}
    />
  )
}

export function LocationChoice({ value, onChange }: ChoiceProps) {
  const { data: locations } = useLocationTree()
  const all = (locations?.all ?? []).filter(({ isEffective }) => isEffective)
  const others = value.filter((key) => !all.some((location) => location.key === key))
  const isMore = all.length > value.length && all.length <= labelsMax
  return (
    <>
      <MultiSelect
        label={t('Locations')}
        placeholder={t('Search locations')}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': t('Clear locations') }}
        maxValues={labelsMax}
        limit={offered}
        data={[
          ...all.map(({ key, path }) => ({ value: key, label: `${path} (${key})` })),
          ...others.map((key) => ({ value: key, label: key })),
        ]}
        value={[...value]}
        onChange={onChange}
        nothingFoundMessage={t('No locations found')}
      />
      {isMore && (
        <div>
          <Button variant="default" size="xs" onClick={() => onChange(all.map(({ key }) => key))}>
            {t('Add all {count} locations', { count: all.length })}
          </Button>
        </div>
      )}
    </>
  )
}
