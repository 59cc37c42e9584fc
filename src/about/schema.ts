import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../contract/fields'

/** The version and the licences of the executable. */

export const Licence = Type.Object(
  {
    name: Type.String({ description: 'SPDX expression, such as MIT.' }),
    components: Type.Array(Type.String(), { description: 'Names with versions of all that it covers.' }),
    text: Type.String({ description: 'The text as its holder ships it.' }),
  },
  { $id: 'Licence', description: 'A licence text, with the components that come under it.' },
)
export type LicenceView = Static<typeof Licence>

export const About = Type.Object(
  {
    version: Type.String({ description: 'The version of Whereabouts.' }),
    licences: Type.Array(Licence, {
      description: 'The licence of Whereabouts, then those of the components in the executable.',
    }),
  },
  {
    $id: 'About',
    description: 'The version of Whereabouts and the licences of what the executable contains.',
  },
)

const Limit = Type.Object({
  variable: Type.String({ description: 'The environment variable that changes it.' }),
  value: Type.Integer(),
  default: Type.Integer(),
  meaning: Type.String(),
})
export type LimitView = Static<typeof Limit>

export const Installation = Type.Object(
  {
    mqtt_port: Nullable(
      Type.Integer({ description: 'Of the built-in broker, without TLS; null where that is off.' }),
    ),
    mqtts_port: Nullable(
      Type.Integer({ description: 'Of the built-in broker, over TLS; null where that is off.' }),
    ),
    limits: Type.Array(Limit, { description: 'What the installation allows whom, at most.' }),
  },
  { $id: 'Installation', description: 'How this installation is set.' },
)
export type InstallationView = Static<typeof Installation>
