import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Search = Schemas['Search']

const pollMs = 10_000
const shownMax = 200

type State = Search['state']
const states = {
  open: ['wanted', 'in_progress'],
  found: ['found'],
  lost: ['lost'],
} as const satisfies Record<string, readonly State[]>

/** The newest searches of a kind. */
export const searchesQuery = (kind: keyof typeof states) =>
  queryOptions({
    queryKey: ['searches', kind],
    queryFn: () =>
      dataOf(
        api.GET('/internal/v1/searches', {
          params: { query: { state: [...states[kind]], limit: shownMax } },
        }),
      ),
    refetchInterval: pollMs,
  })

const openOf = async (assetId: number): Promise<Search | null> => {
  const query = { asset_id: [assetId], state: [...states.open], limit: 1 }
  const { data } = await dataOf(api.GET('/internal/v1/searches', { params: { query } }))
  return data[0] ?? null
}

/** The open search for an asset; null when nobody searches for it. */
export const openSearchQuery = (assetId: number) =>
  queryOptions({ queryKey: ['searches', 'of', assetId], queryFn: () => openOf(assetId) })

export const searchesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['searches'] })

const pathOf = (id: number) => ({ params: { path: { search: id } } })

/** Begins a search for an asset; one that is open already stays. Returns its id. */
export async function wantAsset(assetId: number): Promise<number> {
  const open = await openOf(assetId)
  if (open) return open.id
  const { data } = await dataOf(api.POST('/internal/v1/searches', { body: { asset_id: assetId } }))
  return data.id
}

export const startSearch = (id: number) =>
  dataOf(api.POST('/internal/v1/searches/{search}/start', pathOf(id)))

/** Ends the search for an asset, which is begun for that if nobody searches: the place is recorded with it. */
export async function assetFound(assetId: number, locationId: number, note: string): Promise<void> {
  const id = await wantAsset(assetId)
  const body = { location_id: locationId, ...(note !== '' && { note }) }
  await dataOf(api.POST('/internal/v1/searches/{search}/found', { ...pathOf(id), body }))
}

export async function assetLost(assetId: number): Promise<void> {
  const id = await wantAsset(assetId)
  await dataOf(api.POST('/internal/v1/searches/{search}/not-found', { ...pathOf(id), body: {} }))
}

export const deleteSearch = (id: number) => dataOf(api.DELETE('/internal/v1/searches/{search}', pathOf(id)))
