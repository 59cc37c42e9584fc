import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { labelsMax } from './labels-address'

/** A record that gets a label. */
export interface LabeledRecord {
  readonly kind: 'asset' | 'location'
  readonly id: number
  readonly key: string
  readonly name: string
  /** The value of the first barcode tag. */
  readonly barcode: string | undefined
}

const toLabeled = (
  kind: LabeledRecord['kind'],
  { id, external_key: key, name, tags }: Schemas['AssetView'] | Schemas['LocationView'],
): LabeledRecord => ({
  kind,
  id,
  key,
  name,
  barcode: tags.find(({ tag_type: type }) => type === 'barcode')?.value,
})

async function fetchLabeled(
  assets: readonly string[],
  locations: readonly string[],
): Promise<LabeledRecord[]> {
  const queryFor = (keys: readonly string[]) => ({ query: { external_key: [...keys], limit: labelsMax } })
  const [foundAssets, foundLocations] = await Promise.all([
    assets.length === 0 ? [] : dataOf(api.GET('/api/v1/assets', { params: queryFor(assets) })).then(rows),
    locations.length === 0
      ? []
      : dataOf(api.GET('/api/v1/locations', { params: queryFor(locations) })).then(rows),
  ])
  return [
    ...foundAssets.map((asset) => toLabeled('asset', asset)),
    ...foundLocations.map((location) => toLabeled('location', location)),
  ]
}

const rows = <T>({ data }: { readonly data: T[] }): T[] => data

/** Returns the records with these keys, assets first. */
export const useLabeledRecords = (assets: readonly string[], locations: readonly string[]) =>
  useQuery({
    queryKey: ['labels', assets, locations],
    queryFn: () => fetchLabeled(assets, locations),
    placeholderData: keepPreviousData,
  })

/** Attaches the key as a barcode tag, so that readers recognize the label. */
export async function attachKey({ kind, id, key }: LabeledRecord): Promise<void> {
  const body = { tag_type: 'barcode', value: key } as const
  if (kind === 'asset')
    await dataOf(api.POST('/api/v1/assets/{asset_id}/tags', { params: { path: { asset_id: id } }, body }))
  else
    await dataOf(
      api.POST('/api/v1/locations/{location_id}/tags', { params: { path: { location_id: id } }, body }),
    )
}
