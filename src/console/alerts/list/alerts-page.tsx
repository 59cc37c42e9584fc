import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { LinkButton, PageLink } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { counted } from '../../ui/values/format'
import { useNow } from '../../ui/values/use-now'
import { alertsQuery } from '../alert-queries'
import { useAlertSection } from '../alert-section'
import { mailText, useMail } from '../mail'
import { OpenAlerts } from './open-alerts'
import { NoisiestRules, OpenedInWeek, weekStart } from './week'

/** The open alerts: what nobody has, by urgency, and who has the others. */
export function AlertsPage() {
  const { may } = useSignedIn()
  const section = useAlertSection()
  return (
    <>
      <PageHeader title={t('Alerts')} section={section}>
        {may('manager') && <LinkButton href="/alert-rules/new">{t('New rule')}</LinkButton>}
      </PageHeader>
      <MailProblem />
      <div className="alerts-columns">
        <OpenAlerts />
        <Side />
      </div>
    </>
  )
}

/** Mail that cannot be sent: alerts are seen here only. */
function MailProblem() {
  const { may } = useSignedIn()
  const { data: mail } = useMail()
  if (mail?.state !== 'failing') return null
  return (
    <Alert color="red" mb="md" title={t('Mail cannot be sent')}>
      {mailText(mail)}{' '}
      {t('{count, plural, =0 {No message waits.} one {# message waits.} other {# messages wait.}}', {
        count: mail.waiting_count,
      })}{' '}
      {may('admin') && (
        <PageLink href="/mail" inherit underline="always">
          {t('Check mail settings')}
        </PageLink>
      )}
    </Alert>
  )
}

/** The last seven days. Without all of their alerts, the numbers would be wrong. */
function Side() {
  const now = new Date(useNow())
  const { data } = useQuery(alertsQuery({ from: weekStart(now) }))
  if (!data || data.total_count === 0) return null
  return (
    <aside className="alerts-side">
      {data.total_count <= data.data.length ? (
        <>
          <OpenedInWeek alerts={data.data} now={now} />
          <NoisiestRules alerts={data.data} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('{count} alerts opened in 7 days.', { count: counted(data.total_count) })}
        </Text>
      )}
      <PageLink href="/alerts/closed" size="sm">
        {t('Closed alerts')}
      </PageLink>
    </aside>
  )
}
