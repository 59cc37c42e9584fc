import { Button, Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import type { Selection } from '../../ui/lists/use-selection'
import { toastProblem } from '../../ui/notices/toasts'
import { counted } from '../../ui/values/format'
import { acknowledge } from '../alert-acts'
import { AlertMark } from '../alert-mark'
import type { Alert } from '../alert-queries'
import { SwipeLabel } from './swipe-label'
import { useSwipe } from './use-swipe'

interface RuleGroupProps {
  /** At least two alerts of a rule. */
  readonly alerts: readonly Alert[]
  readonly selection: Selection<Alert>
  readonly children: (alert: Alert) => ReactNode
}

/** The alerts of one rule, as a row that opens. */
export function RuleGroup({ alerts, selection, children }: RuleGroupProps) {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const free = alerts.filter(({ acknowledged_at: at }) => at === null)
  const mayTake = may('operator') && free.length > 0
  const take = () => void acknowledge(free).catch(toastProblem)
  const swipe = useSwipe(mayTake ? take : undefined)
  const [first] = alerts
  if (!first) return null
  const ids = alerts.map(({ id }) => id)
  const selected = ids.filter(selection.has).length
  const title = t('{count} alerts: {rule}', { count: counted(alerts.length), rule: first.rule_name })
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className="alert-rule">
      <div className="alert-row" data-selected={selected === ids.length || undefined} {...swipe}>
        {mayTake && <SwipeLabel />}
        {may('operator') && (
          <Checkbox
            aria-label={t('Select {name}', { name: title })}
            checked={selected === ids.length}
            indeterminate={selected > 0 && selected < ids.length}
            onChange={() => selection.toggleSeveral(ids)}
          />
        )}
        <AlertMark alert={first} />
        <UnstyledButton
          className="alert-title"
          data-alerts={ids.join(' ')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') setOpen(true)
            if (key === 'ArrowLeft') setOpen(false)
          }}
        >
          {title}
          <Chevron size={16} aria-hidden />
        </UnstyledButton>
        {mayTake && (
          <Button variant="default" size="compact-sm" className="alert-act" onClick={take}>
            {t('Acknowledge {count}', { count: counted(free.length) })}
          </Button>
        )}
      </div>
      {isOpen && <ul className="plain">{alerts.map(children)}</ul>}
    </li>
  )
}
