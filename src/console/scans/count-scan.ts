/** What is scanned in a stocktake, and what it is compared with. */

export type CountVerdict = 'found' | 'again' | 'elsewhere' | 'extra' | 'unknown' | 'counted'

export interface CountScan {
  readonly whose: string
  readonly stocktakeId: number
  readonly locationId: number
  readonly value: string
  /** RFC 3339, from the device's clock. */
  readonly observedAt: string
  /** What the phone has answered, and the service after it was sent. */
  readonly verdict: CountVerdict
  readonly assetId: number | null
  readonly assetName: string | null
  readonly expectedLocationId: number | null
  /** Who has counted it here before. */
  readonly countedBy?: string | undefined
  readonly countedAt?: string | undefined
  /** What became of it when it was sent: `late` after the close. Absent while it waits. */
  readonly outcome?: 'accepted' | 'late' | 'rejected'
  /** Why the service rejected it. */
  readonly reason?: string
}

/** An asset of the list, as GET …/expected has it. */
export interface ExpectedAsset {
  readonly asset_id: number
  readonly external_key: string
  readonly name: string
  readonly location_id: number
  readonly tags: readonly { readonly tag_type: string; readonly value: string }[]
  readonly counted: {
    readonly location_id: number | null
    readonly at: string
    readonly by: string | null
  } | null
}

export interface CountPlace {
  readonly id: number
  readonly name: string
  readonly key: string
  /** The names from the location of the stocktake down. */
  readonly path: string
}
