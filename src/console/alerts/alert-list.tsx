import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { SelectionBar } from '../ui/lists/selection-bar'
import { type Selection, useSelection } from '../ui/lists/use-selection'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastProblem } from '../ui/notices/toasts'
import { counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { acknowledge, close } from './alert-acts'
import { type AlertGroup, groupsOf } from './alert-groups'
import { AlertMark } from './alert-mark'
import type { Alert } from './alert-queries'
import { AlertRow } from './alert-row'
import { useAlertTitle } from './alert-texts'
import { SnoozeMenu } from './snooze-menu'
import { useListKeys } from './use-list-keys'

/** The open alerts in groups. Several can be selected. Keys: J and K move, X selects, A acknowledges. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { may } = useSignedIn()
  const groups = groupsOf(alerts)
  // In the order of the page, so that Shift selects what is between two rows.
  const ordered = groups.flatMap(({ rules }) => rules.flat())
  const selection = useSelection(ordered)
  const { ref, onKeyDown } = useListKeys({
    select: (id) => may('operator') && selection.toggle(id),
    acts: {
      a: (id) => {
        const chosen = selection.has(id) ? selection.rows : ordered.filter((alert) => alert.id === id)
        if (may('operator')) void acknowledge(chosen).then(selection.clear, toastProblem)
      },
    },
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between the links in it
    <div ref={ref} onKeyDown={onKeyDown} className="alert-list">
      {may('operator') && <SelectedAlerts selection={selection} />}
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`alerts-${group.key}`}>
          <header>
            <h2 id={`alerts-${group.key}`}>{group.title}</h2>
            <span>{t('{count, plural, one {# alert} other {# alerts}}', { count: group.count })}</span>
          </header>
          <Rules group={group} selection={selection} />
        </section>
      ))}
    </div>
  )
}

function SelectedAlerts({ selection }: { readonly selection: Selection<Alert> }) {
  const { rows } = selection
  const count = rows.length
  return (
    <SelectionBar selection={selection}>
      <Button onClick={() => void acknowledge(rows).then(selection.clear, toastProblem)}>
        {t('Acknowledge {count}', { count: counted(count) })}
      </Button>
      <SnoozeMenu alerts={rows} />
      <ConfirmButton
        label={t('Close')}
        title={t('{count, plural, one {Close # alert} other {Close # alerts}}', { count })}
        confirm={t('{count, plural, one {Close alert} other {Close alerts}}', { count })}
        onConfirm={async () => {
          await close(rows)
          selection.clear()
        }}
      >
        {t('A closed alert opens again only after what it is about was over.')}
      </ConfirmButton>
    </SelectionBar>
  )
}

interface RulesProps {
  readonly group: AlertGroup
  readonly selection: Selection<Alert>
}

/** A rule with several alerts is one row that opens. */
function Rules({ group: { rules }, selection }: RulesProps) {
  const { may } = useSignedIn()
  const nowMs = useNow()
  const titleOf = useAlertTitle()
  const rowOf = (alert: Alert) => (
    <AlertRow
      key={alert.id}
      alert={alert}
      title={titleOf(alert)}
      nowMs={nowMs}
      {...(may('operator') && {
        selection: {
          isSelected: selection.has(alert.id),
          toggle: (isRange: boolean) => selection.toggle(alert.id, isRange),
        },
      })}
    />
  )
  return (
    <ul className="plain">
      {rules.map((alerts) =>
        alerts.length < 2 ? (
          alerts.map(rowOf)
        ) : (
          <RuleGroup key={alerts[0]?.rule_id} alerts={alerts}>
            {rowOf}
          </RuleGroup>
        ),
      )}
    </ul>
  )
}

interface RuleGroupProps {
  readonly alerts: readonly Alert[]
  readonly children: (alert: Alert) => React.ReactNode
}

function RuleGroup({ alerts, children }: RuleGroupProps) {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const [first] = alerts
  const free = alerts.filter(({ acknowledged_at: at }) => at === null)
  if (!first) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className="alert-rule">
      <div className="alert-row">
        <AlertMark alert={first} />
        <UnstyledButton
          className="alert-title"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') setOpen(true)
            if (key === 'ArrowLeft') setOpen(false)
          }}
        >
          {t('{count} alerts: {rule}', { count: counted(alerts.length), rule: first.rule_name })}
          <Chevron size={16} aria-hidden />
        </UnstyledButton>
        {may('operator') && free.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            className="alert-act"
            onClick={() => void acknowledge(free).catch(toastProblem)}
          >
            {t('Acknowledge {count}', { count: counted(free.length) })}
          </Button>
        )}
      </div>
      {isOpen && <ul className="plain">{alerts.map(children)}</ul>}
    </li>
  )
}
