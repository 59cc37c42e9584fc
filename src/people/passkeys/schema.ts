import { type Static, Type } from '@sinclair/typebox'
import { Name, Nullable, Timestamp } from '../../contract/fields'

/** Passkeys (docs/internal-api.md, Passkeys). */

export const Passkey = Type.Object(
  {
    id: Type.String({ description: 'The id of the credential.' }),
    name: Name,
    created_at: Timestamp,
    last_used_at: Nullable({
      ...Timestamp,
      description: 'The time of the last sign-in; null before the first.',
    }),
  },
  { $id: 'Passkey', description: 'A passkey of the user.' },
)
export type PasskeyView = Static<typeof Passkey>

export const Passkeys = Type.Array(Passkey, {
  $id: 'Passkeys',
  description: 'The passkeys of the user, in order of creation.',
})

export const PasskeyOptions = Type.Object(
  { options: Type.String({ description: 'The options for the browser (WebAuthn Level 3), as JSON.' }) },
  { $id: 'PasskeyOptions', description: 'What a browser needs to create or use a passkey.' },
)

/** The response of the browser, as JSON. */
const response = Type.String({ maxLength: 12_000 })

export const PasskeyPassword = Type.Object({ current_password: Type.String() })
export const NewPasskey = Type.Object({ name: Name, response })
export const PasskeyResponse = Type.Object({ response })
