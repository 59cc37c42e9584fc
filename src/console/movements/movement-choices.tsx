import { Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { ViewSelect } from '../asset-list/view-select'
import { t } from '../languages/messages'
import { ExportMenu } from '../ui/lists/export-menu'
import { NamedSelect, type NamedSelectProps } from '../ui/lists/named-select'
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
    <ViewSelect value={params.get('view_id') ?? ''} onChange={(value) => set('view_id', value)} />
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

type SelectProps = Pick<NamedSelectProps, 'value' | 'onChange'>

function Readers(select: SelectProps) {
  const { data } = useQuery({
    queryKey: ['readers', 'names'],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: 200 } } }))).data,
    staleTime: 60_000,
  })
  return <NamedSelect label={t('Reader')} all={t('Any reader')} options={data} {...select} />
}
