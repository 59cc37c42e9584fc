import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../languages/messages'
import { lazily } from '../ui/pages/lazily'
import { useLiveAlerts, useOpenAlerts } from './alert-queries'
import { NobodyHas } from './nobody-has'

const Panel = lazily(async () => (await import('./bell-panel')).BellPanel)

/** The number of alerts that nobody has, on every page, and the latest of them. */
export function Bell() {
  useLiveAlerts()
  const [opened, { toggle, close }] = useDisclosure(false)
  const count = useOpenAlerts().data?.unacknowledged_count ?? 0
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-end"
      width={372}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className="bell"
          variant="subtle"
          color="gray"
          c="inherit"
          size={36}
          aria-label={count === 0 ? t('Alerts') : t('Alerts, {count} that nobody has', { count })}
          onClick={toggle}
        >
          <IconBell size={20} aria-hidden />
          <NobodyHas />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('Alerts that nobody has')}>
        <Suspense>{opened && <Panel onClose={close} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
