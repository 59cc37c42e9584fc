import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { SelectionBar } from '../../ui/lists/selection-bar'
import { type Selection, useSelection } from '../../ui/lists/use-selection'
import { toastProblem } from '../../ui/notices/toasts'
import { counted } from '../../ui/values/format'
import { useNow } from '../../ui/values/use-now'
import { acknowledge } from '../alert-acts'
import { type AlertGroup, groupsOf } from '../alert-groups'
import type { Alert } from '../alert-queries'
import { AlertRow } from './alert-row'
import { useAlertTitle } from '../alert-texts'
import { CloseDialog } from '../close-dialog'
import { RuleGroup } from './rule-group'
import { SnoozeMenu } from '../snooze-menu'
import { useListKeys } from './use-list-keys'

/** What a key has opened for the selected alerts. */
type Asked = 'snooze' | 'close' | undefined

/**
 * The open alerts in groups. Several can be selected. Keys: J and K move, X selects, A acknowledges, S opens the choice of a
 * snooze, E closes, Escape clears the selection.
 */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { may } = useSignedIn()
  const groups = groupsOf(alerts)
  // In the order of the page, so that Shift selects what is between two rows.
  const ordered = groups.flatMap(({ rules }) => rules.flat())
  const selection = useSelection(ordered)
  const [asked, setAsked] = useState<Asked>()
  const isChosen = (ids: readonly number[]) => ids.some(selection.has)

  /** Acts on the selection if the row is in it, and otherwise on the row alone. */
  function ask(what: Asked, ids: readonly number[]): void {
    if (!isChosen(ids)) selection.choose([])
    if (!isChosen(ids)) selection.toggleSeveral(ids)
    // The menu must be there before it opens.
    requestAnimationFrame(() => setAsked(what))
  }
  const operatorKeys = {
    a: (ids: readonly number[]) => {
      const chosen = isChosen(ids) ? selection.rows : ordered.filter(({ id }) => ids.includes(id))
      void acknowledge(chosen).then(selection.clear, toastProblem)
    },
    s: (ids: readonly number[]) => ask('snooze', ids),
    e: (ids: readonly number[]) => ask('close', ids),
    Escape: selection.clear,
  }
  const { ref, onKeyDown } = useListKeys({
    select: (ids) => may('operator') && selection.toggleSeveral(ids),
    acts: may('operator') ? operatorKeys : {},
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between the links in it
    <div ref={ref} onKeyDown={onKeyDown} className="alert-list">
      {may('operator') && <SelectedAlerts selection={selection} asked={asked} onAsk={setAsked} />}
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

interface SelectedAlertsProps {
  readonly selection: Selection<Alert>
  readonly asked: Asked
  readonly onAsk: (asked: Asked) => void
}

function SelectedAlerts({ selection, asked, onAsk }: SelectedAlertsProps) {
  const { user } = useSignedIn()
  const { rows } = selection
  const count = rows.length
  return (
    <>
      <SelectionBar selection={selection}>
        <Button onClick={() => void acknowledge(rows).then(selection.clear, toastProblem)}>
          {t('Acknowledge {count}', { count: counted(count) })}
        </Button>
        <SnoozeMenu
          alerts={rows}
          opened={asked === 'snooze'}
          onChange={(opened) => onAsk(opened ? 'snooze' : undefined)}
          onDone={selection.clear}
        />
        <Button variant="default" onClick={() => onAsk('close')}>
          {t('Close')}
        </Button>
        <span className="alert-taker">
          {t('{count, plural, one {{name} will have it.} other {{name} will have them.}}', {
            name: user.name,
            count,
          })}
        </span>
      </SelectionBar>
      <CloseDialog
        alerts={rows}
        opened={asked === 'close' && count > 0}
        onClose={() => onAsk(undefined)}
        onDone={selection.clear}
      />
    </>
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
          <RuleGroup key={alerts[0]?.rule_id} alerts={alerts} selection={selection}>
            {rowOf}
          </RuleGroup>
        ),
      )}
    </ul>
  )
}
