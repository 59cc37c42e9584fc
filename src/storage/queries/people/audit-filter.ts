import type { Instant } from '../../../base/time'

export interface AuditFilter {
  readonly subjectId: string | undefined
  readonly actorId: string | undefined
  readonly action: string | undefined
  readonly subjectKind: string | undefined
  readonly actorKind: string | undefined
  readonly importId?: string | undefined
  /** Whether the entries of an import are left out, except its first. */
  readonly isGrouped?: true | undefined
  /** Both ends are inclusive. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}
