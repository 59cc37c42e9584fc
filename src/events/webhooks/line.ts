/** The state of a webhook in memory. */
export interface Line {
  readonly id: number
  readonly organizationId: number
  /** No event between this cursor and `upTo` matches. Valid while the webhook is unchanged. */
  searched: { readonly cursor: number; readonly updatedAt: string; readonly upTo: number } | undefined
  isBusy: boolean
  isQueued: boolean
  hasNews: boolean
  /** Ends the wait for the next attempt. */
  timer: ReturnType<typeof setTimeout> | undefined
  /** When a searched position was stored, by the monotonic clock. */
  savedAt: number
  /** Stores the searched position when it fires. */
  saveTimer: ReturnType<typeof setTimeout> | undefined
}

export const newLine = (organizationId: number, id: number): Line => ({
  id,
  organizationId,
  searched: undefined,
  isBusy: false,
  isQueued: false,
  hasNews: false,
  timer: undefined,
  savedAt: Number.NEGATIVE_INFINITY,
  saveTimer: undefined,
})
