import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import { t } from '../languages/messages'
import { Crash } from '../ui/pages/crash'
import { lazily } from '../ui/pages/lazily'
import { lazyPart } from '../ui/pages/lazy-part'
import { isNumberUnknown, useLiveAlerts, useOpenAlerts } from './alert-queries'
import { NobodyHas } from './nobody-has'

const Panel = lazily(async () => (await import('./bell-panel')).BellPanel)
const UrgentNews = lazyPart(async () => (await import('./urgent-news')).UrgentNews)

const idsOf = ({ data }: { readonly data: readonly { readonly id: number }[] }) => data.map(({ id }) => id)

function nameOf(isUnknown: boolean, count: number): string {
  if (isUnknown) return t('Alerts, number unknown')
  return count === 0 ? t('Alerts') : t('Alerts, {count} unacknowledged', { count })
}

/** The number of alerts that nobody has, on every page, and the latest of them. */
export function Bell() {
  useLiveAlerts()
  const [opened, { toggle, close }] = useDisclosure(false)
  const query = useOpenAlerts()
  const { data } = query
  const count = data?.unacknowledged_count ?? 0
  // What was open when the page was opened is not new.
  const known = useRef<ReadonlySet<number>>(undefined)
  known.current ??= data && new Set(idsOf(data))
  const hasNews = data !== undefined && idsOf(data).some((id) => !known.current?.has(id))
  return (
    <>
      {hasNews && <UrgentNews known={known.current ?? new Set()} />}
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
            aria-label={nameOf(isNumberUnknown(query), count)}
            onClick={toggle}
          >
            <IconBell size={20} aria-hidden />
            <NobodyHas />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={t('Unacknowledged alerts')}>
          <Crash scope="part">
            <Suspense>{opened && <Panel onClose={close} />}</Suspense>
          </Crash>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
