import { Card, Title } from '@mantine/core'
import { api, dataOf } from '../api/client'
import { locationNames } from '../api/names'
import { type Column, DataTable } from '../parts/data-table'
import { lengthOf } from '../parts/format'
import { Time, useNow } from '../parts/time'
import { type ListPage, type ListQuery, useList } from '../parts/use-list'

interface Stay {
  readonly since: string
  readonly locationName: string
  /** Null while the asset is there. */
  readonly seconds: number | null
}

/**
 * The history, newest first. An event tells how long the asset was at the place before it: how long it was at its own
 * place is told by the event after, so that a page needs the last row of the page before.
 */
async function fetchStays(id: number, { limit, offset }: ListQuery): Promise<ListPage<Stay>> {
  const extra = offset > 0 ? 1 : 0
  const params = { path: { asset_id: id }, query: { limit: limit + extra, offset: offset - extra } }
  const history = await dataOf(api.GET('/api/v1/assets/{asset_id}/history', { params }))
  const names = await locationNames(history.data.map((event) => event.location_external_key))
  const stays = history.data.map((event, at) => ({
    since: event.event_observed_at,
    locationName: names.get(event.location_external_key) ?? event.location_external_key,
    seconds: history.data[at - 1]?.duration_seconds ?? null,
  }))
  return { ...history, offset, limit, data: stays.slice(extra) }
}

const columns: [Column<Stay>, ...Column<Stay>[]] = [
  { key: 'location', label: 'Location', cell: (stay) => stay.locationName },
  { key: 'since', label: 'Arrived', cell: (stay) => <Time at={stay.since} /> },
  { key: 'length', label: 'Stayed', cell: (stay) => <Stayed {...stay} /> },
]

function Stayed({ since, seconds }: Stay) {
  const now = useNow()
  if (seconds !== null) return lengthOf(seconds)
  return `${lengthOf(Math.max(0, now - Date.parse(since)) / 1000)} so far`
}

const pollMs = 10_000

export function AssetHistory({ id }: { readonly id: number }) {
  const list = useList({ key: ['history', id], load: (query) => fetchStays(id, query), pollMs })
  return (
    <Card withBorder component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history" mb="xs">
        Where it has been
      </Title>
      <DataTable
        name="History"
        list={list}
        columns={columns}
        keyOf={(stay) => stay.since}
        empty="It has not been seen yet."
      />
    </Card>
  )
}
