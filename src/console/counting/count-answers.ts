import type { CountPlace, CountScan, CountVerdict, ExpectedAsset } from '../scans/count-scan'

/** What a phone says about a scan: by the list that it has, the scans on it and those that the service has reported. */

/** Who has counted something at a location first. */
export interface Counted {
  readonly by: string | undefined
  readonly at: string
}

export interface Answer {
  readonly verdict: CountVerdict
  readonly assetId: number | null
  readonly assetName: string | null
  readonly expectedLocationId: number | null
  readonly counted?: Counted | undefined
}

/** Readers write tags with separators, in any case and with leading zeros. */
const plain = (value: string): string =>
  value
    .toUpperCase()
    .replaceAll(/[\s:.-]/g, '')
    .replace(/^0+(?=.)/, '')

/** The list of a count, and what was counted. */
export class CountAnswers {
  readonly #isBlind: boolean
  readonly #byTag = new Map<string, ExpectedAsset>()
  readonly #byId = new Map<number, ExpectedAsset>()
  /** By what was counted and where. */
  readonly #counted = new Map<string, Counted>()
  /** When an asset was counted last at each location, by its id. */
  readonly #lastAt = new Map<number, Map<number, string>>()

  constructor(expected: readonly ExpectedAsset[] | null) {
    this.#isBlind = expected === null
    for (const asset of expected ?? []) {
      this.#byId.set(asset.asset_id, asset)
      for (const { value } of asset.tags) this.#byTag.set(plain(value), asset)
      const { counted } = asset
      if (counted?.location_id != null)
        this.add(asset.asset_id, '', counted.location_id, { by: counted.by ?? undefined, at: counted.at })
    }
  }

  /** Notes that something was counted. Of two counts at one location, the earlier one stays. */
  add(assetId: number | null, value: string, locationId: number, counted: Counted): void {
    const key = nameOf(assetId, value, locationId)
    const known = this.#counted.get(key)
    if (!known || counted.at < known.at) this.#counted.set(key, counted)
    if (assetId === null) return
    const last = this.#lastAt.get(assetId) ?? new Map<number, string>()
    this.#lastAt.set(assetId, last)
    if ((last.get(locationId) ?? '') <= counted.at) last.set(locationId, counted.at)
  }

  /** Forgets a scan that was undone. What was counted elsewhere before it stays. */
  remove({ assetId, value, locationId, observedAt }: CountScan): void {
    const key = nameOf(assetId, value, locationId)
    if (this.#counted.get(key)?.at !== observedAt) return
    this.#counted.delete(key)
    if (assetId !== null) this.#lastAt.get(assetId)?.delete(locationId)
  }

  answer(value: string, locationId: number): Answer {
    const asset = this.#byTag.get(plain(value))
    if (this.#isBlind) return { verdict: 'counted', ...nobody }
    const counted = this.#counted.get(nameOf(asset?.asset_id ?? null, value, locationId))
    if (!asset) return { verdict: counted ? 'again' : 'unknown', ...nobody, counted }
    return {
      verdict: counted ? 'again' : asset.location_id === locationId ? 'found' : 'elsewhere',
      assetId: asset.asset_id,
      assetName: asset.name,
      expectedLocationId: asset.location_id,
      counted,
    }
  }

  /** Returns how many of those that are expected at a location were counted there last, and of how many. */
  progress(locationId: number): { readonly found: number; readonly expected: number } {
    let found = 0
    let expected = 0
    for (const { asset_id: id, location_id: at } of this.#byId.values())
      if (at === locationId) {
        expected++
        if (this.#lastLocationOf(id) === locationId) found++
      }
    return { found, expected }
  }

  #lastLocationOf(assetId: number): number | undefined {
    let last: readonly [locationId: number, at: string] | undefined
    for (const each of this.#lastAt.get(assetId) ?? []) if (!last || last[1] <= each[1]) last = each
    return last?.[0]
  }
}

const nobody = { assetId: null, assetName: null, expectedLocationId: null } as const

/** A tag that is on no list is known by its value. */
const nameOf = (assetId: number | null, value: string, locationId: number): string =>
  assetId === null ? `${locationId} ${plain(value)}` : `${locationId}#${assetId}`

/** Returns the place with this key, which a label of a location has. */
export const placeByKey = (places: readonly CountPlace[], value: string): CountPlace | undefined =>
  places.find(({ key }) => key.toUpperCase() === value.toUpperCase())
