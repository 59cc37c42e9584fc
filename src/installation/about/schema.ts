import { type Static, Type } from '@sinclair/typebox'
import { Text } from '../../contract/fields'
import { Nullable, Timestamp } from '../../contract/fields'

const License = Type.Object(
  {
    name: Type.String({ description: 'SPDX expression, such as MIT.' }),
    components: Type.Array(Type.String(), {
      description: 'Names and versions of the components under this license.',
    }),
    text: Type.String({ description: 'The license text, as the components contain it.' }),
  },
  { $id: 'License', description: 'A license text and the components under it.' },
)
export type LicenseView = Static<typeof License>

export const About = Type.Object(
  {
    version: Type.String({ description: 'The version of Whereabouts.' }),
    licenses: Type.Array(License, {
      description: 'The license of Whereabouts, then those of the components in the executable.',
    }),
  },
  {
    $id: 'About',
    description: 'The version of Whereabouts and the licenses of the components in the executable.',
  },
)

const Limit = Type.Object({
  variable: Type.String({ description: 'The environment variable that changes it.' }),
  value: Type.Integer(),
  default: Type.Integer(),
  meaning: Type.String(),
  text: Text,
})
export type LimitView = Static<typeof Limit>

const Database = Type.Object({
  state: Type.Unsafe<'unchecked' | 'checking' | 'sound' | 'damaged'>({
    type: 'string',
    enum: ['unchecked', 'checking', 'sound', 'damaged'],
    description: 'What the checks of the database have found. `damaged`: writes are refused.',
  }),
  checked_at: Nullable(
    Type.String({ ...Timestamp, description: 'Time of the last complete check; null when there was none.' }),
  ),
  checked_tables: Nullable(
    Type.Integer({
      description: 'Number of tables that the running check has checked; null when none is running.',
    }),
  ),
  tables: Nullable(
    Type.Integer({
      description: 'Number of tables that the running check checks; null when none is running.',
    }),
  ),
  damage: Nullable(
    Type.String({ description: 'The first damage as SQLite describes it; null when none was found.' }),
  ),
})
export type DatabaseView = Static<typeof Database>

export const Installation = Type.Object(
  {
    mqtt_port: Nullable(
      Type.Integer({ description: 'Port of the built-in broker without TLS; null when it is off.' }),
    ),
    mqtts_port: Nullable(
      Type.Integer({ description: 'Port of the built-in broker over TLS; null when it is off.' }),
    ),
    mqtt_hosts: Type.Array(Type.String(), {
      description: 'Addresses by which other machines reach the built-in broker.',
    }),
    http_hosts: Type.Array(Type.String(), {
      description: 'Addresses by which other machines reach the HTTP port.',
    }),
    limits: Type.Array(Limit, { description: 'The limits of the installation.' }),
    database: Database,
  },
  { $id: 'Installation', description: 'The settings of the installation that concern its organizations.' },
)
export type InstallationView = Static<typeof Installation>
