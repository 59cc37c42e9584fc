/** The state of a webhook in memory. */
export interface Line {
  readonly id: number
  readonly organizationId: number
  /** No event between this cursor and `upTo` matches. Valid while the webhook is unchanged. */
  searched: { readonly cursor: number; readonly updatedAt: string; readonly upTo: number } | undefined
  isBusy: boolean
  isQueued: boolean
  hasNews: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

export const newLine = (organizationId: number, id: number): Line => ({
  id,
  organizationId,
  searched: undefined,
  isBusy: false,
  isQueued: false,
  hasNews: false,
  timer: undefined,
})
