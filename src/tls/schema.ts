import { type Static, Type } from '@sinclair/typebox'

/** What devices have to know to trust the service. */

export const AuthorityInfo = Type.Object(
  {
    fingerprint: Type.Union([Type.String(), Type.Null()], {
      description:
        "SHA-256 of the installation's own authority, as hexadecimal pairs between colons; null where it has none.",
    }),
  },
  { $id: 'AuthorityInfo', description: 'By what the authority of this installation is recognized.' },
)
export type AuthorityInfoView = Static<typeof AuthorityInfo>
