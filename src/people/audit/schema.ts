import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../../contract/fields'
import type { Json } from '../../base/json'
import type { ActorKind } from '../../base/caller'

/**
 * The entries of the audit log (docs/internal-api.md, Audit log). The console has a sentence for each value of an enum.
 */

export const actorKinds = ['user', 'api_key', 'system'] as const satisfies readonly ActorKind[]

export const actions = [
  'created',
  'changed',
  'renamed',
  'moved',
  'deleted',
  'tag_attached',
  'tag_detached',
  'tag_key_changed',
  'tag_bound',
  'dismissed',
  'restored',
  'token_replaced',
  'revoked',
  'joined',
  'removed',
  'password_changed',
  'reset_link_created',
  'password_reset',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_replaced',
  'recovery_code_used',
  'local_sign_in_allowed',
  'passkey_added',
  'passkey_removed',
  'signed_in',
  'provider_linked',
  'provider_unlinked',
  'earlier_sign_ins_removed',
  'ownership_given',
  'ownership_ended',
  'confirmed',
  'photo_added',
  'photo_changed',
  'photo_removed',
  'acknowledged',
  'released',
  'snoozed',
  'closed',
  'tested',
  'opened',
  'canceled',
  'finished',
  'excused',
  'counted',
  'started',
  'found',
  'lost',
  'paused',
  'printed_again',
  'resumed',
  'stopped',
] as const
export type Action = (typeof actions)[number]

export const subjectKinds = [
  'asset',
  'location',
  'reader',
  'unknown_tag',
  'organization',
  'member',
  'invitation',
  'api_key',
  'backup',
  'plan',
  'wall_link',
  'asset_field',
  'clock',
  'webhook',
  'alert_rule',
  'alert',
  'alert_output',
  'mail',
  'mail_schedule',
  'place_sample',
  'place_model',
  'reference_asset',
  'view',
  'stocktake',
  'search',
  'gs1_prefix',
  'label_template',
  'printer',
  'print_job',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description })

const Fields = (description: string) =>
  Nullable(Type.Unsafe<Record<string, Json>>({ type: 'object', additionalProperties: true, description }))

export const AuditEntry = Type.Object(
  {
    id: Id,
    changed_at: Timestamp,
    actor: Type.Object({
      kind: oneOf(actorKinds, 'Kind of the actor: a user, an API key, or Whereabouts itself.'),
      id: Nullable(Type.String({ description: 'Id of the user or API key; null for Whereabouts itself.' })),
      name: Type.String({ description: 'Name of the actor at the time of the change.' }),
    }),
    action: oneOf(actions, 'Kind of the change.'),
    subject: Type.Object({
      kind: oneOf(subjectKinds, 'Kind of the changed record.'),
      id: Type.String({ description: 'Id of the changed record, unique within its kind.' }),
      name: Nullable(
        Type.String({
          description: 'The external_key before the change, or the name of a record without one.',
        }),
      ),
      is_there: Type.Boolean({ description: 'Whether the record is a live asset, location or reader.' }),
      record_name: Nullable(
        Type.String({ description: 'Present name of a live asset, location or reader; otherwise null.' }),
      ),
    }),
    before: Fields(
      'The changed fields of a change, or all fields of a deletion; null without a former state.',
    ),
    after: Fields('The changed fields of a change, or all fields of a creation; null without a new state.'),
    import: Nullable(
      Type.Object(
        {
          id: Type.String({ description: 'Id of the import, unique within the organization.' }),
          entries: Type.Integer({ minimum: 1, description: 'Number of entries of the import.' }),
        },
        { description: 'The import that made the change; null for other changes.' },
      ),
    ),
  },
  { $id: 'AuditEntry', description: 'A change of a record of the organization.' },
)
export type AuditEntryView = Static<typeof AuditEntry>
