import { Alert, Button, Stack } from '@mantine/core'
import { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'react'
import { dataOf, type Schemas } from '../api/client'
import { messageOf } from '../api/errors'
import { enter, open } from '../api/session'
import { t } from '../languages/messages'

type Options = Schemas['SignInOptions']

/** Why passkeys do not work at this address; undefined when they do. */
export function obstacleOf({
  has_passkeys: hasPasskeys,
  public_url: publicUrl,
}: Options): string | undefined {
  if (!hasPasskeys)
    return t(
      'Passkeys need HTTPS and a host name, so they do not work at an IP address. The administrator of the server sets public_url to the address of the console, such as https://whereabouts.example.com.',
    )
  if (location.origin !== publicUrl) return t('Passkeys work at {publicUrl}/console/ only.', { publicUrl })
  return 'PublicKeyCredential' in window ? undefined : t('This browser does not support passkeys.')
}

/** Signs in with a passkey; nothing where passkeys do not work. */
export function PasskeyButton({ options }: { readonly options: Options }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (obstacleOf(options) !== undefined || !options.has_local_sign_in) return null

  async function signIn(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const { data: asked } = await dataOf(open.POST('/internal/v1/passkey/options'))
      const response = JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(asked.options) }))
      const { data } = await dataOf(open.POST('/internal/v1/passkey', { body: { response } }))
      enter(data)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  return (
    <Stack mt="md">
      <Button variant="default" loading={isBusy} onClick={() => void signIn()}>
        {t('Sign in with a passkey')}
      </Button>
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}

/** The browser reports a canceled request, and one without a fitting passkey, in the same way. */
const problemOf = (error: unknown): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? t(
        'No passkey was used: the request was canceled, timed out, or this device has no passkey for this address.',
      )
    : messageOf(error)
