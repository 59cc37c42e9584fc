import { Card, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { LinkForOthers } from '../ui/notices/link-for-others'
import { type Column, DataTable } from '../ui/lists/data-table'
import { PathSelect } from '../ui/lists/path-select'
import { PageHeader } from '../ui/pages/page-header'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { useSecretForm } from '../ui/forms/lost-secret'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { useList } from '../ui/lists/use-list'
import { EmptyList } from '../ui/pages/query-states'

type WallLink = Schemas['WallLinkView']

const changed = () => queryClient.invalidateQueries({ queryKey: ['wall links'] })

/** Lists the links that show a location on a screen, to create and revoke them. */
export function WallLinksPage() {
  const list = useList({
    key: ['wall links'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/wall-links', { params: { query: { limit, offset } } })),
  })
  return (
    <>
      <PageHeader
        title={t('Wall links')}
        subtitle={t('A wall link shows the floor of one location on a screen, without signing in.')}
        back={{ href: '/settings', label: t('Settings') }}
      />
      <Stack>
        <NewWallLink />
        <DataTable
          name={t('Wall links')}
          storedAs="Wall links"
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <EmptyList title={t('Wall links appear here')}>
              {t('No wall links yet. Create one and open it on a screen in the hall.')}
            </EmptyList>
          }
        />
      </Stack>
    </>
  )
}

function Revoke({ link }: { readonly link: WallLink }) {
  async function revoke(): Promise<void> {
    await dataOf(
      api.DELETE('/internal/v1/wall-links/{wall_link}', { params: { path: { wall_link: link.id } } }),
    )
    toastDone(t('The link {name} is revoked', { name: link.name }))
    await changed()
  }
  return (
    <ConfirmButton
      label={t('Revoke')}
      title={t('Revoke wall link “{name}”', { name: link.name })}
      confirm={t('Revoke wall link')}
      size="compact-sm"
      onConfirm={revoke}
    >
      {t('Screens that show this link stop within seconds.')}
    </ConfirmButton>
  )
}

const columns: [Column<WallLink>, ...Column<WallLink>[]] = [
  { key: 'name', label: t('Name'), cell: ({ name }) => name },
  { key: 'location', label: t('Location'), cell: (link) => link.location_name },
  { key: 'by', label: t('Created by'), cell: (link) => link.created_by ?? '–' },
  { key: 'created', label: t('Created'), cell: (link) => <Time at={link.created_at} /> },
  { key: 'actions', label: t('Actions'), cell: (link) => <Revoke link={link} /> },
]

const offered = 100

function NewWallLink() {
  const { data: locations } = useLocationTree()
  const [url, setUrl] = useState<string>()
  const secret = useSecretForm({
    list: (query) => dataOf(api.GET('/internal/v1/wall-links', { params: { query } })),
    idOf: ({ id }) => id,
    isOf: (row, { name }) => row.name === name,
    lost: ({ name }) =>
      t(
        'The wall link “{name}” was stored, but the response with its link was lost. Revoke it below, and create another.',
        { name },
      ),
    send: async ({ name, location_id: id }: { name: string; location_id: string }) => {
      const body = { name, ...(id !== '' && { location_id: Number(id) }) } as Schemas['WallLinkCreate']
      return (await dataOf(api.POST('/internal/v1/wall-links', { body }))).data
    },
  })
  const form = useApiForm({
    initial: { name: '', location_id: '' },
    ...secret,
    done(link) {
      setUrl(link.url)
      form.clear('name')
      void changed()
    },
  })
  return (
    <Card withBorder component="section" aria-label={t('New wall link')}>
      <Form form={form} label={t('Create wall link')}>
        <TextInput label={t('Name')} placeholder={t('Screen at door 4')} required {...form.text('name')} />
        <PathSelect
          label={t('Location')}
          required
          limit={offered}
          data={locations?.all.map(({ id, path }) => ({ value: String(id), label: path })) ?? []}
          nothingFoundMessage={t('No locations found')}
          {...form.choice('location_id')}
        />
      </Form>
      {url !== undefined && (
        <Stack gap="xs" mt="md">
          <LinkForOthers path={url} />
          <Text size="sm" c="dimmed">
            {t(
              "You won't see this link again. Everyone who has it can see this location until you revoke it.",
            )}
          </Text>
        </Stack>
      )}
    </Card>
  )
}
