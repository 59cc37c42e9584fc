import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../contract/check'
import { echoedOnPatch, ExternalKey, Id, IsActive, Name, Nullable, withKnown } from '../contract/fields'
import { formatNames } from '../ingest/decoders/formats'
import type { Mapping } from '../ingest/decoders/mapping'
import { MappingInput } from './mapping'
import type { HealthView } from './health'
import { isTopicFilter } from './topics'

/** Readers: the private surface of contract part 3. */

const topicRule: StringRule = (value, field) =>
  isTopicFilter(value) ? undefined : `${field} must be an MQTT topic filter`

const Topic = Nullable(Type.String({ [Rule as unknown as string]: topicRule }))
const Format = Nullable(Type.Unsafe<string>({ type: 'string', enum: [...formatNames] }))
const PresenceTimeout = Type.Integer({ minimum: 1, maximum: 86_400 })

const AntennaMapping = Type.Object({
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  location_id: Id,
})

export interface ReaderView {
  readonly id: number
  readonly external_key: string
  readonly name: string
  readonly kind: 'fixed' | 'handheld'
  readonly format: string | null
  readonly mapping: Mapping | null
  readonly topic: string | null
  readonly is_active: boolean
  readonly presence_timeout_seconds: number
  readonly antennas: readonly Static<typeof AntennaMapping>[]
  /** Null for a handheld, and for a fixed reader until its first message. */
  readonly health: HealthView | null
  readonly created_at: string
  readonly updated_at: string
}

const settable = {
  format: Type.Optional(Format),
  mapping: Type.Optional(Nullable(MappingInput)),
  topic: Type.Optional(Topic),
  is_active: Type.Optional(IsActive),
  presence_timeout_seconds: Type.Optional(PresenceTimeout),
  antennas: Type.Optional(Type.Array(AntennaMapping, { maxItems: 256 })),
}

export const NewReader = Type.Object({
  external_key: ExternalKey,
  name: Name,
  kind: Type.Unsafe<'fixed' | 'handheld'>({ type: 'string', enum: ['fixed', 'handheld'] }),
  ...settable,
})

// A reader's view has no tags and no deleted_at that could be echoed.
const { tags: _tags, deleted_at: _deletedAt, ...echoed } = echoedOnPatch

export const ReaderChanges = withKnown(Type.Object({ name: Type.Optional(Name), ...settable }), {
  ...echoed,
  external_key: {
    code: 'invalid_context',
    message: () => "A reader's external_key cannot be changed",
    echoes: (sent, current) => sent === current,
  },
  kind: {
    code: 'invalid_context',
    message: () => "A reader's kind cannot be changed",
    echoes: (sent, current) => sent === current,
  },
  // It changes by itself between a look and a change, so that whatever is sent back is an echo.
  health: {
    code: 'read_only',
    message: (field) => `${field} is managed by the server`,
    echoes: () => true,
  },
})
