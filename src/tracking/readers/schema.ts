import { fieldMessages } from '../../contract/messages'
import { readerMessages } from './messages'
import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../../contract/check'
import { ExternalKey, Id, IsActive, Name, Nullable, Timestamp, withKnown } from '../../contract/fields'
import { echoedOnPatch } from '../../contract/read-only'
import { formatNames } from '../formats/formats'
import { zoneOf } from '../../contract/zones'
import { MappingInput } from './mapping'
import { Diagnosis } from './diagnosis'
import { Health } from './health'
import { isTopicFilter } from '../ingest/topics'
import { parseHostPort } from '../../base/addresses/host-port'
import { llrpPort } from '../llrp/client/faults'

/** The fields of readers (docs/internal-api.md, Reader fields). */

const topicRule: StringRule = (value, field) =>
  isTopicFilter(value) ? undefined : readerMessages('reader.topic_filter', { field })

const timeZoneRule: StringRule = (value, field) =>
  /^[+-]|[A-Z]/i.test(value) && zoneOf(value)
    ? undefined
    : readerMessages('reader.time_zone', { field, name: 'America/Chicago', offset: '-06:00' })

export const TimeZone = Nullable(
  Type.String({
    maxLength: 64,
    [Rule as unknown as string]: timeZoneRule,
    description:
      'IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent.',
  }),
)

/** Stands for the key in the topic of a new reader. */
export const keyInTopic = '{external_key}'

const Topic = Nullable(Type.String({ [Rule as unknown as string]: topicRule }))
const Format = Nullable(Type.Unsafe<string>({ type: 'string', enum: [...formatNames] }))
const PresenceTimeout = Type.Integer({ minimum: 1, maximum: 86_400 })

const addressRule: StringRule = (value, field) =>
  parseHostPort(value, llrpPort)
    ? undefined
    : readerMessages('reader.address', { field, example: '192.168.1.20:5084' })

export const AddressOfReader = Type.String({
  maxLength: 260,
  [Rule as unknown as string]: addressRule,
  description: 'Where the service connects to a reader with the format llrp: a host, or a host and a port.',
})
const Address = Nullable(AddressOfReader)

const Llrp = Nullable(
  Type.Object(
    {
      takes_over: Type.Boolean({
        description: 'Whether the service may delete what another client has set up in the reader.',
      }),
    },
    { description: 'Null unless the format is llrp.' },
  ),
)

export const Power = Nullable(
  Type.Number({
    minimum: -30,
    maximum: 60,
    description:
      'Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it.',
  }),
)

/** Maximum number of antennas of a reader. */
export const antennasMax = 256

export const AntennaPort = Type.Integer({ minimum: 0, maximum: 65_535 })
const RssiOffset = Type.Number({
  minimum: -30,
  maximum: 30,
  description: 'Added to the RSSI of each read, in dB. The default is 0.',
})
const MinRssi = Nullable(
  Type.Number({
    minimum: -120,
    maximum: 0,
    description:
      'Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads.',
  }),
)

const AntennaMapping = Type.Object({
  port: AntennaPort,
  location_id: Id,
  rssi_offset_db: RssiOffset,
  min_rssi_dbm: MinRssi,
  power_dbm: Power,
})

export const AntennaInput = Type.Object({
  port: AntennaPort,
  location_id: Id,
  rssi_offset_db: Type.Optional(RssiOffset),
  min_rssi_dbm: Type.Optional(MinRssi),
  power_dbm: Type.Optional(Power),
})
export type AntennaInput = Static<typeof AntennaInput>

const kinds = ['fixed', 'handheld'] as const
const Kind = Type.Unsafe<(typeof kinds)[number]>({ type: 'string', enum: [...kinds] })

const reader = {
  id: Id,
  external_key: ExternalKey,
  name: Name,
  kind: Kind,
  format: Format,
  mapping: Nullable(MappingInput),
  topic: Nullable(Type.String()),
  time_zone: TimeZone,
  address: Address,
  llrp: Llrp,
  is_active: IsActive,
  presence_timeout_seconds: PresenceTimeout,
  antennas: Type.Array(AntennaMapping),
  /** Null for a handheld, and for a fixed reader until its first message. */
  health: Nullable(Health),
  /** Null for a handheld. */
  diagnosis: Nullable(Diagnosis),
  reads_per_minute: Nullable(
    Type.Number({
      description:
        'Reads in the last minutes, over the time since the first of them. Null for a handheld, and while this instance does not know it.',
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Reader = Type.Object(reader, { $id: 'Reader', description: 'A device that reports tags.' })
export type ReaderView = Static<typeof Reader>

const device_token = Type.String({ description: 'Returned only once. The service stores only its hash.' })

export const RegisteredReader = Type.Object(
  { ...reader, device_token },
  { $id: 'RegisteredReader', description: 'A new reader, with its device token.' },
)

export const RenewedToken = Type.Object(
  { device_token },
  { $id: 'RenewedToken', description: 'A new device token. The old one is no longer valid.' },
)

const settable = {
  format: Type.Optional(Format),
  mapping: Type.Optional(Nullable(MappingInput)),
  topic: Type.Optional(Topic),
  time_zone: Type.Optional(TimeZone),
  address: Type.Optional(Address),
  llrp: Type.Optional(Llrp),
  is_active: Type.Optional(IsActive),
  presence_timeout_seconds: Type.Optional(PresenceTimeout),
  antennas: Type.Optional(Type.Array(AntennaInput, { maxItems: antennasMax })),
}

export const NewReader = Type.Object({
  external_key: Type.Optional(ExternalKey),
  name: Name,
  kind: Kind,
  ...settable,
})

// A reader has no tags and no deleted_at, so a PATCH can't echo them.
const { tags: _tags, deleted_at: _deletedAt, ...echoed } = echoedOnPatch

/** The server changes it between a GET and a PATCH, so every value counts as an echo. */
const managed = {
  code: 'read_only',
  message: (field: string) => fieldMessages('field.managed', { field }),
  echoes: () => true,
} as const

export const ReaderChanges = withKnown(Type.Object({ name: Type.Optional(Name), ...settable }), {
  ...echoed,
  external_key: {
    code: 'invalid_context',
    message: () => readerMessages('reader.fixed_key'),
    echoes: (sent, current) => sent === current,
  },
  kind: {
    code: 'invalid_context',
    message: () => readerMessages('reader.fixed_kind'),
    echoes: (sent, current) => sent === current,
  },
  health: managed,
  diagnosis: managed,
  reads_per_minute: managed,
})
