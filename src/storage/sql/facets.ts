/** The sum in the column `facets` of assets: which tags an asset has, and whether it was ever placed (decision 0041). */
export const tagFacets = { rfid: 1, ble: 2, barcode: 4 } as const
export const placedFacet = 8

export type TagType = keyof typeof tagFacets

/** All values of the column. */
export const allFacets: readonly number[] = Array.from({ length: 16 }, (_, value) => value)
