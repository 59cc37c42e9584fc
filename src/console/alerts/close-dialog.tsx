import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { close } from './alert-acts'
import type { Alert } from './alert-queries'

interface CloseDialogProps {
  readonly alerts: readonly Alert[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Asks before alerts are closed. */
export function CloseDialog({ alerts, opened, onClose, onDone }: CloseDialogProps) {
  const { length: count } = alerts
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        count === 1
          ? t('Close this alert')
          : t('{count, plural, one {Close # alert} other {Close # alerts}}', { count })
      }
      label={t('{count, plural, one {Close alert} other {Close alerts}}', { count })}
      onConfirm={async () => {
        await close(alerts)
        onDone?.()
      }}
    >
      {t('A closed alert opens again only after what it is about was over.')}
    </ConfirmDialog>
  )
}
