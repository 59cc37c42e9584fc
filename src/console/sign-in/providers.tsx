import { Alert, Button, Divider, Stack, Text } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf, type Schemas } from '../api/client'
import { messageOf } from '../api/errors'
import { open } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'

type Options = Schemas['SignInOptions']

export const localOnly: Options = {
  has_local_sign_in: true,
  has_passkeys: false,
  public_url: '',
  providers: [],
}

export const signInOptions = queryOptions({
  queryKey: ['sign-in'],
  queryFn: async () => (await dataOf(open.GET('/internal/v1/sign-in'))).data,
  staleTime: 60_000,
})

/** What the page of the redirect continues, in this tab. */
export interface Pending {
  readonly purpose: 'sign-in' | 'connect'
  /** The page that was open, with its parameters. */
  readonly path: string
}

const pendingKey = 'whereabouts.sign-in'

/** Goes to the provider, which returns to the page of the redirect. */
export function goTo(url: string, pending: Pending): void {
  sessionStorage.setItem(pendingKey, JSON.stringify(pending))
  location.assign(url)
}

/** Returns what the redirect continues. The path is always one of the console. */
export function takePending(): Pending {
  const text = sessionStorage.getItem(pendingKey)
  sessionStorage.removeItem(pendingKey)
  return text === null ? { purpose: 'sign-in', path: '/' } : JSON.parse(text)
}

/** The path below /console, for `navigate`. */
const currentPath = (): string => location.pathname.replace(/^\/console/, '') + location.search || '/'

/** Buttons that sign in with a provider; nothing without providers. */
export function ProviderButtons({ options }: { readonly options: Options }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const { providers, public_url: publicUrl, has_local_sign_in: isLocal } = options
  if (providers.length === 0) return null

  async function begin(id: string): Promise<void> {
    setBusy(id)
    setProblem(undefined)
    try {
      const params = { path: { provider: id } }
      const { data } = await dataOf(open.POST('/internal/v1/sign-in/{provider}', { params }))
      goTo(data.url, { purpose: 'sign-in', path: currentPath() })
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(undefined)
    }
  }

  const isHere = publicUrl === location.origin
  return (
    <Stack mb="md">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          disabled={!isHere}
          loading={busy === id}
          onClick={() => void begin(id)}
        >
          {t('Sign in with {name}', { name })}
        </Button>
      ))}
      {!isHere && (
        <Text size="sm" c="dimmed">
          {rich('To sign in with a provider, open {address}.', {
            address: (
              <a href={`${publicUrl}/console/`}>
                {publicUrl}
                /console/
              </a>
            ),
          })}
        </Text>
      )}
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {isLocal && <Divider label={t('or')} />}
    </Stack>
  )
}
