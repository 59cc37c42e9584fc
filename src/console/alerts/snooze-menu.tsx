import { Button, type ButtonProps, Menu, type MenuProps } from '@mantine/core'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { fromLocal, midnight, toLocal } from '../languages/zone'
import { toastProblem } from '../ui/notices/toasts'
import { snooze } from './alert-acts'
import type { Alert } from './alert-queries'

const hourMs = 3_600_000
/** When a shift begins. */
const morning = 6

const tomorrowMorning = (now: Date): Date =>
  fromLocal(toLocal(midnight(now, 1)).setUTCHours(morning, 0, 0, 0))

const choices: readonly { readonly label: string; readonly until: (now: Date) => Date }[] = [
  { label: t('1 hour'), until: (now) => new Date(now.getTime() + hourMs) },
  { label: t('Until tomorrow 06:00'), until: tomorrowMorning },
  { label: t('1 week'), until: (now) => new Date(now.getTime() + 168 * hourMs) },
]

interface SnoozeItemsProps {
  readonly alerts: readonly Alert[]
  readonly onDone?: (() => void) | undefined
}

/** For how long alerts can be quiet, as items of a menu. */
export const SnoozeItems = ({ alerts, onDone }: SnoozeItemsProps) =>
  choices.map(({ label, until }) => (
    <Menu.Item
      key={label}
      onClick={() => void snooze(alerts, until(new Date(serviceNow()))).then(onDone, toastProblem)}
    >
      {label}
    </Menu.Item>
  ))

type SnoozeMenuProps = ButtonProps & SnoozeItemsProps & Pick<MenuProps, 'opened' | 'onChange'>

/** Makes alerts quiet for a time. */
export const SnoozeMenu = ({ alerts, onDone, opened, onChange, ...button }: SnoozeMenuProps) => (
  <Menu position="bottom-end" {...(opened !== undefined && { opened })} {...(onChange && { onChange })}>
    <Menu.Target>
      <Button variant="default" {...button}>
        {t('Snooze')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <SnoozeItems alerts={alerts} onDone={onDone} />
    </Menu.Dropdown>
  </Menu>
)
