import { Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { unlessRunning } from '../api/once'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { useHasRoom } from '../ui/pages/frame'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { DangerItem, MoreMenu } from '../ui/pages/more-menu'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { pathOf, type Webhook, webhooksChanged } from './use-webhook'

const run = ({ id }: Pick<Webhook, 'id'>, action: () => Promise<unknown>, done: string): Promise<void> =>
  unlessRunning(`webhook/${id}`, async () => {
    try {
      await action()
      toastDone(done)
      await webhooksChanged()
    } catch (error) {
      toastProblem(error)
    }
  })

const sendTest = (webhook: Webhook): Promise<void> =>
  run(
    webhook,
    () => dataOf(api.POST('/internal/v1/webhooks/{webhook}/test', { params: pathOf(webhook) })),
    t('A test is queued. Its result appears in the list of deliveries.'),
  )

const setEnabled = (webhook: Webhook, isEnabled: boolean): Promise<void> =>
  run(
    webhook,
    () =>
      dataOf(
        api.PATCH('/internal/v1/webhooks/{webhook}', {
          params: pathOf(webhook),
          body: { is_enabled: isEnabled },
        }),
      ),
    isEnabled
      ? t('{name} is enabled', { name: webhook.name })
      : t('{name} is disabled', { name: webhook.name }),
  )

/** Replays from the event that failed. */
export const tryAgain = (webhook: Webhook): Promise<void> =>
  run(
    webhook,
    () => replay(webhook, { from_sequence: webhook.cursor + 1 }),
    t('The event is queued and will be sent again'),
  )

/** Sends one event again. */
export const redeliver = (webhook: Pick<Webhook, 'id'>, sequence: number): Promise<void> =>
  run(webhook, () => replay(webhook, { sequence }), t('The event is queued and will be sent again'))

export const replay = (
  webhook: Pick<Webhook, 'id'>,
  body: { readonly from_sequence?: number; readonly sequence?: number },
) => dataOf(api.POST('/internal/v1/webhooks/{webhook}/replay', { params: pathOf(webhook), body }))

interface RotateSecretProps {
  readonly webhook: Webhook
  readonly onSecret: (secret: string) => void
}

export function RotateSecret({ webhook, onSecret }: RotateSecretProps) {
  async function rotate(): Promise<void> {
    const params = pathOf(webhook)
    onSecret((await dataOf(api.POST('/internal/v1/webhooks/{webhook}/secret', { params }))).data.secret)
    await webhooksChanged()
  }
  return (
    <ConfirmButton
      label={t('Replace secret')}
      title={t('Replace secret of {name}', { name: webhook.name })}
      confirm={t('Replace secret')}
      onConfirm={rotate}
    >
      {t('For 24 hours, requests are signed with both the new and the previous secret.')}
    </ConfirmButton>
  )
}

/** The actions of the page of a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [, navigate] = useLocation()
  const hasRoom = useHasRoom()
  const [isDeleting, { open, close }] = useDisclosure(false)
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/webhooks/{webhook}', { params: pathOf(webhook) }))
    toastDone(t('{name} deleted', { name: webhook.name }))
    navigate('/webhooks', { replace: true })
  }
  const test = <HeaderAction onClick={() => void sendTest(webhook)}>{t('Send test')}</HeaderAction>
  return (
    <>
      {hasRoom && test}
      {!webhook.is_enabled && (
        <Button variant="default" onClick={() => void setEnabled(webhook, true)}>
          {t('Enable')}
        </Button>
      )}
      <Group gap="xs" wrap="nowrap">
        <LinkButton href={`/webhooks/${webhook.id}/edit`} variant="default">
          {t('Edit')}
        </LinkButton>
        <MoreMenu>
          {!hasRoom && test}
          {webhook.is_enabled && (
            <Menu.Item onClick={() => void setEnabled(webhook, false)}>{t('Disable')}</Menu.Item>
          )}
          <DangerItem onClick={open}>{t('Delete')}</DangerItem>
        </MoreMenu>
      </Group>
      <ConfirmDialog
        opened={isDeleting}
        onClose={close}
        title={t('Delete webhook “{name}”', { name: webhook.name })}
        label={t('Delete webhook')}
        onConfirm={remove}
      >
        {t("Events are no longer sent to this address. You can't undo this.")}
      </ConfirmDialog>
    </>
  )
}
