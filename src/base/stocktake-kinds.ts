/** The words of stocktakes, for the tables and the API. */

export const stocktakeStates = ['draft', 'open', 'closing', 'closed', 'cancelled'] as const
export type StocktakeState = (typeof stocktakeStates)[number]

/** Each line has one. `to_count` is only possible until the close, and `missing` only since then. */
export const lineVerdicts = [
  'to_count',
  'found',
  'missing',
  'elsewhere',
  'moved_meanwhile',
  'excused',
  'extra',
] as const
export type LineVerdict = (typeof lineVerdicts)[number]

/** Where a count comes from: a scan by a person, a reader, or a person who saw the asset. */
export const countSources = ['scan', 'reader', 'hand'] as const
export type CountSource = (typeof countSources)[number]

/** What became of a search for an asset: the last two are closed. */
export const searchStates = ['wanted', 'in_progress', 'found', 'lost'] as const
export type SearchState = (typeof searchStates)[number]

/** What the service has still to do after the request to close a stocktake, in this order. */
export type ClosingStep = 'tags' | 'lines' | 'result' | 'places' | 'unknown' | 'searches'
