import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { goTo } from './providers'

type OwnProvider = Schemas['OwnProvider']

const queryKey = ['own-providers']

/** The providers that the account is connected to; nothing in an installation without providers. */
export function OwnProviders() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await dataOf(api.GET('/internal/v1/session/providers'))).data,
  })
  const [connecting, setConnecting] = useState<OwnProvider>()
  if (data ? data.length === 0 : !error) return null
  return (
    <Section id="providers" title={t('Sign-in with providers')}>
      {!data && <QueryState error={error} onRetry={refetch} />}
      <Stack gap="sm" component="ul" className="plain">
        {data?.map((provider) => (
          <Group key={provider.id} component="li" justify="space-between">
            <Text>{provider.name}</Text>
            {provider.is_connected ? (
              <ConfirmButton
                label={t('Disconnect')}
                title={t('Disconnect {name}', { name: provider.name })}
                onConfirm={() => disconnect(provider)}
              >
                {t('You then sign in with your password only.')}
              </ConfirmButton>
            ) : (
              <Button
                variant="default"
                aria-label={t('Connect {name}', { name: provider.name })}
                onClick={() => setConnecting(provider)}
              >
                {t('Connect')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {connecting && <ConnectForm key={connecting.id} provider={connecting} />}
    </Section>
  )
}

async function disconnect({ id, name }: OwnProvider): Promise<void> {
  const params = { path: { provider: id } }
  await dataOf(api.DELETE('/internal/v1/session/providers/{provider}', { params }))
  await queryClient.invalidateQueries({ queryKey })
  toastDone(t('{name} disconnected', { name }))
}

function ConnectForm({ provider: { id, name } }: { readonly provider: OwnProvider }) {
  const form = useApiForm({
    initial: { current_password: '' },
    submit: (body) =>
      dataOf(
        api.POST('/internal/v1/session/providers/{provider}', { params: { path: { provider: id } }, body }),
      ),
    done: ({ data }) => goTo(data.url, { purpose: 'connect', path: '/account' }),
  })
  return (
    <Form form={form} label={t('Continue at {name}', { name })}>
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
    </Form>
  )
}
