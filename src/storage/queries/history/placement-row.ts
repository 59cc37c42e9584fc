import type { placements } from '../../sql/tables'
import type { Placement } from './presence'

interface PlacementRow extends Pick<
  typeof placements.$inferSelect,
  | 'assetId'
  | 'organizationId'
  | 'lastSeenAt'
  | 'lastRead'
  | 'base'
  | 'head'
  | 'evidence'
  | 'baseAt'
  | 'keptReads'
> {}

/** Converts a stored placement. */
export const toPlacement = ({
  assetId,
  organizationId,
  lastSeenAt,
  lastRead,
  base,
  head,
  evidence,
  baseAt,
  keptReads,
}: PlacementRow): Placement => ({
  assetId,
  organizationId,
  lastSeenAt,
  lastRead: JSON.parse(lastRead),
  base: { at: baseAt, reads: keptReads, state: base },
  head: JSON.parse(head),
  evidence,
})
