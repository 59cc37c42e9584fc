import { Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useViews } from '../asset-list/use-views'
import { t } from '../languages/messages'
import { ExportMenu } from '../ui/lists/export-menu'
import { localDay } from '../ui/values/format'
import type { MovementQuery } from './movement-query'

interface ChoicesProps {
  readonly query: MovementQuery
  readonly params: URLSearchParams
  readonly set: (key: string, value: string) => void
  readonly isEmpty: boolean
}

/** What distinguishes moves from assets: their direction, the reader, and their order. */
export const MovementChoices = ({ query, params, set, isEmpty }: ChoicesProps) => (
  <Group gap="xs" className="movement-choices">
    {query.location_id !== undefined && (
      <SegmentedControl
        aria-label={t('Direction')}
        value={query.direction ?? ''}
        onChange={(next) => set('direction', next)}
        data={[
          { value: '', label: t('All') },
          { value: 'arrived', label: t('Arrivals') },
          { value: 'left', label: t('Departures') },
        ]}
      />
    )}
    <Readers value={params.get('reader') ?? ''} onChange={(value) => set('reader', value)} />
    <Views value={params.get('view_id') ?? ''} onChange={(value) => set('view_id', value)} />
    <NativeSelect
      aria-label={t('Sort by')}
      value={query.sort}
      data={[
        { value: '-at', label: t('Latest first') },
        { value: 'at', label: t('Earliest first') },
      ]}
      onChange={({ currentTarget: { value } }) => set('sort', value === 'at' ? value : '')}
    />
    <ExportMenu
      path="/internal/v1/movements/export"
      query={{ ...query }}
      name={`moves-${localDay(new Date(query.from))}`}
      disabled={isEmpty}
    />
  </Group>
)

interface SelectProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

interface NamedSelectProps extends SelectProps {
  readonly label: string
  readonly all: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
}

const NamedSelect = ({ label, all, options, value, onChange }: NamedSelectProps) =>
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

function Readers(select: SelectProps) {
  const { data = [] } = useQuery({
    queryKey: ['readers', 'names'],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: 200 } } }))).data,
    staleTime: 60_000,
  })
  return <NamedSelect label={t('Reader')} all={t('Any reader')} options={data} {...select} />
}

function Views(select: SelectProps) {
  const { data = [] } = useViews()
  return <NamedSelect label={t('Assets')} all={t('All assets')} options={data} {...select} />
}
