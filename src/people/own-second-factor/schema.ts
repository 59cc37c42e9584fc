import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../../contract/fields'
import { Code } from '../users/schema'

/** The second factor of the user who is signed in (docs/internal-api.md, Second factor). */

export const SecondFactor = Type.Object(
  {
    added_at: Nullable({
      ...Timestamp,
      description: 'The time at which the app was added; null without one.',
    }),
    recovery_codes: Type.Integer({ minimum: 0, description: 'Number of recovery codes that are left.' }),
    is_required: Type.Boolean({ description: 'Whether the installation requires a second factor.' }),
  },
  { $id: 'SecondFactor', description: 'The second factor of the user.' },
)
export type SecondFactorView = Static<typeof SecondFactor>

export const NewSecondFactor = Type.Object({ current_password: Type.String() })

export const TotpSecret = Type.Object(
  {
    secret: Type.String({ description: 'The secret for the app, in base 32.' }),
    uri: Type.String({ description: 'The secret as otpauth URI, for a QR code.' }),
  },
  { $id: 'TotpSecret', description: 'A secret that is not confirmed yet.' },
)
export type TotpSecretView = Static<typeof TotpSecret>

export const Confirmation = Type.Object({ code: Code })

export const FactorChange = Type.Object({ current_password: Type.String(), code: Type.Optional(Code) })

export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String({ description: 'Works once, in place of a code of the app.' })) },
  { $id: 'RecoveryCodes', description: 'New recovery codes. Only their hashes are stored.' },
)
export type RecoveryCodesView = Static<typeof RecoveryCodes>
