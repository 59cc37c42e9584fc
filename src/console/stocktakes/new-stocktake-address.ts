/** Maximum number of assets that the service accepts in the scope of a stocktake. */
export const countedMax = 1_000

/** Returns the address of the page that opens a stocktake of these assets at a location. */
export function newStocktakeHref(assetIds: readonly number[], locationId: number | undefined): string {
  const params = new URLSearchParams(locationId === undefined ? {} : { location: String(locationId) })
  // Commas stay as they are: the address is read by people, too.
  return `/stocktakes/new?assets=${assetIds.join(',')}${params.size > 0 ? `&${params}` : ''}`
}

/** Returns the ids of the assets in such an address. */
export const assetsIn = (params: URLSearchParams): number[] =>
  (params.get('assets') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, countedMax)
