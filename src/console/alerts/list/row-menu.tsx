import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../languages/messages'
import { toastProblem } from '../../ui/notices/toasts'
import { acknowledge } from '../alert-acts'
import type { Alert } from '../alert-queries'
import { CloseDialog } from '../close-dialog'
import { SnoozeItems } from '../snooze-menu'

interface RowMenuProps {
  readonly alert: Alert
  readonly title: string
}

/** On a phone: what can be done with one alert. A swipe is not the only way. */
export function RowMenu({ alert, title }: RowMenuProps) {
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size={44}
            className="alert-act"
            hiddenFrom="sm"
            aria-label={t('Actions for {alert}', { alert: title })}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {alert.acknowledged_at === null && (
            <Menu.Item onClick={() => void acknowledge([alert]).catch(toastProblem)}>
              {t('Acknowledge')}
            </Menu.Item>
          )}
          <Menu.Label>{t('Snooze')}</Menu.Label>
          <SnoozeItems alerts={[alert]} />
          <Menu.Divider />
          <Menu.Item onClick={() => setClosing(true)}>{t('Close')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CloseDialog alerts={[alert]} opened={isClosing} onClose={() => setClosing(false)} />
    </>
  )
}
