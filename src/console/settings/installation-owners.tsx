import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { refresh, useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'

type Owner = Schemas['Owner']

/** An installation has fewer owners than this. */
const limit = 200

const ownersKey = ['owners']
const changed = () => queryClient.invalidateQueries({ queryKey: ownersKey })

/** Lists the owners of the installation, to add and remove them. Only owners may see it. */
export function InstallationOwners() {
  const [added, setAdded] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ownersKey,
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/installation/owners', { params: { query: { limit } } }))).data,
  })
  return (
    <Section id="owners" title={t('Owners of this installation')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'Owners create organizations, manage backups, and add and remove owners. All owners have the same rights.',
        )}
      </Text>
      {!data && <QueryState error={error} onRetry={refetch} />}
      {data && (
        <Stack gap="sm" component="ul" className="plain" mb="md">
          {data.map((owner) => (
            <OwnerLine key={owner.user_id} owner={owner} isOnly={data.length === 1} />
          ))}
        </Stack>
      )}
      <AddOwner key={added} onAdded={() => setAdded(added + 1)} />
    </Section>
  )
}

function OwnerLine({ owner, isOnly }: { readonly owner: Owner; readonly isOnly: boolean }) {
  const { user } = useSignedIn()
  const { user_id: id, name, email, added_at: at } = owner
  const isSelf = id === user.id

  async function remove(): Promise<void> {
    await dataOf(
      api.DELETE('/internal/v1/installation/owners/{user_id}', { params: { path: { user_id: id } } }),
    )
    toastDone(isSelf ? t('You are no longer an owner') : t('{name} is no longer an owner', { name }))
    // The session holds the user's ownership too.
    await (isSelf ? refresh() : changed())
  }

  return (
    <Group component="li" justify="space-between" gap="sm">
      <div className="page-title">
        <Group gap="xs" component="span">
          {name}
          {isSelf && (
            <Text span size="sm" c="dimmed">
              {t('You')}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {rich('{email}, added {time}', { email, time: <Time at={at} /> })}
        </Text>
      </div>
      {isOnly ? (
        <Text size="sm" c="dimmed">
          {t("The only owner can't be removed.")}
        </Text>
      ) : (
        <ConfirmButton
          label={t('Remove')}
          title={t('Remove {name} as owner', { name })}
          confirm={t('Remove owner')}
          onConfirm={remove}
        >
          {isSelf
            ? t(
                'You lose access to backups and can no longer create organizations. Memberships stay the same.',
              )
            : t(
                '{name} loses access to backups and can no longer create organizations. Memberships stay the same.',
                { name },
              )}
        </ConfirmButton>
      )}
    </Group>
  )
}

function AddOwner({ onAdded }: { readonly onAdded: () => void }) {
  const form = useApiForm({
    initial: { email: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/installation/owners', { body })),
    done({ data }) {
      toastDone(t('{name} is now an owner', { name: data.name }))
      void changed()
      onAdded()
    },
  })
  return (
    <Form form={form} label={t('Add owner')} isSecondary>
      <TextInput
        label={t('E-mail of the new owner')}
        description={t('The user must be a member of an organization.')}
        type="email"
        required
        {...form.text('email')}
      />
    </Form>
  )
}
