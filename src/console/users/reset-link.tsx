import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { LinkForOthers } from '../ui/notices/link-for-others'

type Member = Schemas['Member']

/** Creates a link with which a member who forgot the password sets a new one. The admin sends it to the member. */
export function ResetLink({ member: { name, user_id } }: { readonly member: Member }) {
  const [url, setUrl] = useState<string>()

  async function create(): Promise<void> {
    const params = { path: { user_id } }
    setUrl((await dataOf(api.POST('/internal/v1/members/{user_id}/reset-link', { params }))).data.url)
  }

  return (
    <>
      <ConfirmButton
        label={t('Create reset link')}
        title={t('Create reset link for {name}', { name })}
        onConfirm={create}
      >
        {t(
          'The link sets a new password for {name}. It works once, within an hour. An earlier link stops working.',
          { name },
        )}
      </ConfirmButton>
      <Modal
        opened={url !== undefined}
        onClose={() => setUrl(undefined)}
        title={t('Reset link for {name}', { name })}
        centered
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack>
          <Alert color="yellow" title={t('This link is shown only once')} role="status">
            {t('Copy it now and send it to {name}. It works once, within an hour.', { name })}
          </Alert>
          <LinkForOthers path={url ?? ''} />
          <Group justify="flex-end">
            <Button onClick={() => setUrl(undefined)}>{t('Done')}</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
