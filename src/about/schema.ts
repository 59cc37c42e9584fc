import { type Static, Type } from '@sinclair/typebox'

/** What the executable is made of. */

export const Licence = Type.Object(
  {
    name: Type.String({ description: 'SPDX expression, such as MIT.' }),
    components: Type.Array(Type.String(), { description: 'Names with versions of all that it covers.' }),
    text: Type.String({ description: 'As its holder ships it.' }),
  },
  { $id: 'Licence', description: 'A licence text, with the components that come under it.' },
)
export type LicenceView = Static<typeof Licence>

export const About = Type.Object(
  {
    version: Type.String({ description: 'Of this Whereabouts.' }),
    licences: Type.Array(Licence, {
      description: 'Of all components in the executable, by the first of them.',
    }),
  },
  { $id: 'About', description: 'What runs here, and whose work is in it.' },
)
