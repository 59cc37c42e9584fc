import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../contract/fields'
import type { Json } from '../json'
import type { ActorKind } from '../caller'

/** The audit log on the private surface: closed vocabularies, since people read it as sentences. */

export const actorKinds = ['user', 'api_key', 'system'] as const satisfies readonly ActorKind[]

export const actions = [
  'created',
  'changed',
  'renamed',
  'moved',
  'deleted',
  'tag_attached',
  'tag_detached',
  'tag_bound',
  'dismissed',
  'token_replaced',
  'revoked',
  'joined',
  'removed',
  'password_changed',
  'reset_link_created',
  'password_reset',
  'ownership_given',
  'ownership_ended',
  'confirmed',
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
  'clock',
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
      kind: oneOf(actorKinds, 'A person, a program with an API key, or Whereabouts itself.'),
      id: Nullable(Type.String({ description: 'Of the person or the API key.' })),
      name: Type.String({ description: 'As it was then.' }),
    }),
    action: oneOf(actions, 'What was done.'),
    subject: Type.Object({
      kind: oneOf(subjectKinds, 'What it was done to.'),
      id: Type.String({ description: 'Unique within its kind.' }),
      name: Nullable(
        Type.String({ description: 'Before the change: the external_key, or the name of what has none.' }),
      ),
      is_there: Type.Boolean({ description: 'Whether it is an asset, a location or a reader that is live.' }),
    }),
    before: Fields('Of a change the changed fields, of a deletion all; null where there was nothing.'),
    after: Fields('Of a change the changed fields, of a creation all; null where nothing is left.'),
  },
  { $id: 'AuditEntry', description: 'A change of the records of the organization.' },
)
export type AuditEntryView = Static<typeof AuditEntry>
