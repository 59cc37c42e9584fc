import type { RecentRecord } from './recent-records'

/** What the search offers and what it has found. */

/** A page of the console that the search offers. */
export interface SearchedPage {
  readonly href: string
  readonly label: string
  /** What is done instead of opening a page. `href` identifies it then. */
  readonly run?: () => unknown
}

export interface SearchedPages {
  readonly actions: readonly SearchedPage[]
  readonly pages: readonly SearchedPage[]
}

export interface FoundItem extends RecentRecord {
  /** Where it is, or the locations above it. */
  readonly place: string
  /** The field that matched, when it is not the name. */
  readonly matched: string
  readonly run?: () => unknown
}

export interface FoundGroup {
  readonly label: string
  readonly items: readonly FoundItem[]
}
