/** The sum in the column `facets` of assets: which tags an asset has, and whether it was ever placed (decision 0041). */
export const tagFacets = { rfid: 1, ble: 2, barcode: 4 } as const
export const placedFacet = 8

export type TagType = keyof typeof tagFacets

/** Returns the value of an asset that has tags of these types and was never placed. */
export const facetsOf = (types: readonly TagType[]): number =>
  types.reduce((sum, type) => sum | tagFacets[type], 0)

/** All values of the column. */
export const allFacets: readonly number[] = Array.from({ length: 16 }, (_, value) => value)
