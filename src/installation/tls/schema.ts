import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../contract/fields'

export const AuthorityInfo = Type.Object(
  {
    fingerprint: Nullable(
      Type.String({
        description:
          'SHA-256 of the certificate of the built-in certificate authority, as hexadecimal pairs separated by colons; null when there is none.',
      }),
    ),
  },
  { $id: 'AuthorityInfo', description: 'The certificate authority of the installation.' },
)
export type AuthorityInfoView = Static<typeof AuthorityInfo>
