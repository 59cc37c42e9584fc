import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../contract/fields'

/** What devices have to know to trust the service. */

export const AuthorityInfo = Type.Object(
  {
    fingerprint: Nullable(
      Type.String({
        description:
          "SHA-256 of the installation's own authority, as hexadecimal pairs between colons; null where it has none.",
      }),
    ),
  },
  { $id: 'AuthorityInfo', description: 'By what the authority of this installation is recognized.' },
)
export type AuthorityInfoView = Static<typeof AuthorityInfo>
