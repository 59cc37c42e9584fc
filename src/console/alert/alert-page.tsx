import { Alert as Notice, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { useKeys } from '../ui/keys'
import { PageLink } from '../ui/pages/link'
import { HeaderAction } from '../ui/pages/header-action'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { ClockTime } from '../ui/values/time'
import { useNow } from '../ui/values/use-now'
import { AlertMark } from '../alerts/alert-mark'
import { type AlertDetails, alertQuery } from '../alerts/alert-queries'
import { CloseDialog } from '../alerts/close-dialog'
import { AlertOwner } from './alert-owner'
import { AlertPlan } from './alert-plan'
import { closeTexts, openFor, useAlertTitle } from '../alerts/alert-texts'
import { Evidence } from './evidence'
import { AlertPaging } from './alert-paging'
import { SameRule } from './same-rule'
import { SnoozeMenu } from '../alerts/snooze-menu'
import { SubjectAlerts } from './subject-alerts'
import { Told } from './told'

const back = { href: '/alerts', label: t('Alerts') }

/** One alert: what is wrong and since when, where, what shows it, and who has it. */
export function AlertPage() {
  const id = Number(useParams()['id'])
  const { data: alert, error, refetch } = useQuery(alertQuery(id))
  if (!alert) return <NotFound error={error} onRetry={refetch} lines={8} back={back} />
  return (
    <>
      <AlertHeader key={alert.id} alert={alert} />
      <div className="alert-columns">
        <Stack>
          {alert.state === 'closed' && <ClosedNotice alert={alert} />}
          <AlertPlan alert={alert} />
          <Evidence alert={alert} />
        </Stack>
        <Stack>
          {alert.state === 'open' && <AlertOwner key={alert.id} alert={alert} />}
          <Told alert={alert} />
          <SameRule alert={alert} />
          <SubjectAlerts alert={alert} />
        </Stack>
      </div>
    </>
  )
}

/** Keys: S opens the choice of a snooze, E closes. */
function AlertHeader({ alert }: { readonly alert: AlertDetails }) {
  const { may } = useSignedIn()
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  const [isClosing, setClosing] = useState(false)
  const [isSnoozing, setSnoozing] = useState(false)
  const isOpen = alert.state === 'open'
  const mayAct = isOpen && may('operator')
  useKeys([
    ['s', () => mayAct && setSnoozing(true)],
    ['e', () => mayAct && setClosing(true)],
  ])
  const facts = {
    length: <b>{openFor(alert, nowMs)}</b>,
    rule: (
      <PageLink href={`/alert-rules/${alert.rule_id}`} inherit underline="always">
        {alert.rule_name}
      </PageLink>
    ),
  }
  return (
    <>
      <PageHeader
        title={titleOf(alert)}
        back={back}
        subtitle={
          <Group gap="xs" className="alert-facts">
            <AlertMark alert={alert} />
            <span>
              {isOpen
                ? rich('Open for {length}. Rule: {rule}', facts)
                : rich('Was open for {length}. Rule: {rule}', facts)}
            </span>
          </Group>
        }
        secondary={
          <>
            {mayAct && <HeaderAction onClick={() => setClosing(true)}>{t('Close')}</HeaderAction>}
            {may('manager') && (
              <HeaderAction href={`/alert-rules/${alert.rule_id}`}>{t('Change the rule')}</HeaderAction>
            )}
          </>
        }
      >
        <AlertPaging id={alert.id} />
        {mayAct && <SnoozeMenu alerts={[alert]} opened={isSnoozing} onChange={setSnoozing} />}
      </PageHeader>
      <CloseDialog alerts={[alert]} opened={isClosing} onClose={() => setClosing(false)} />
    </>
  )
}

function ClosedNotice({ alert }: { readonly alert: AlertDetails }) {
  const { close_reason: reason, closed_at: closedAt } = alert
  if (reason === null || closedAt === null) return null
  return (
    <Notice color="gray" title={closeTexts[reason]}>
      {rich('Closed {time}, after {length}.', {
        time: <ClockTime at={closedAt} />,
        length: openFor(alert, serviceNow()),
      })}
    </Notice>
  )
}
