import { Alert, Button, Text } from '@mantine/core'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { countProblem } from '../scans/count-outbox'
import { waitAgain } from '../scans/count-store'
import { outbox } from '../scans/outbox'
import { mayBeDeleted } from '../scans/persistence'
import { toastProblem } from '../ui/notices/toasts'
import { Time } from '../ui/values/time'
import type { CountSession } from './count-session'

interface NoticesProps {
  readonly session: CountSession
}

/** What is not as it should be: scans that wait, that came too late or that were rejected. */
export function CountNotices({ session }: NoticesProps) {
  const { count, waiting, late } = useStore(session.view)
  const problem = useStore(countProblem)
  const isDeletable = useStore(mayBeDeleted)
  return (
    <>
      {problem !== null && (
        <Alert color="red" role="alert" title={t("This browser can't save your scans")}>
          {t('Free storage space on this device, and keep this page open. The browser reports: {problem}', {
            problem,
          })}
        </Alert>
      )}
      {count && count.stocktake.state !== 'open' && <Ended session={session} />}
      <Waiting session={session} />
      {waiting > 0 && isDeletable && (
        <Text size="sm" c="dimmed">
          {t('This browser may delete unsent scans. Install Whereabouts to the home screen.')}
        </Text>
      )}
      {late > 0 && (
        <Alert color="yellow" role="status" data-late>
          {t(
            '{count, plural, one {# scan arrived after the close. It is kept beside the result and does not change it.} other {# scans arrived after the close. They are kept beside the result and do not change it.}}',
            { count: late },
          )}
        </Alert>
      )}
      <Rejected session={session} />
    </>
  )
}

function Ended({ session }: NoticesProps) {
  const stocktake = useStore(session.view).count?.stocktake
  if (!stocktake) return null
  const { state, closed_at: at } = stocktake
  const words = () => {
    if (state === 'draft') return t('This count is not open yet. A manager opens it.')
    if (state === 'cancelled') return rich('This count was canceled {time}.', { time: <Time at={at} /> })
    return rich('This count was closed {time}. Scans that arrive now are kept beside its result.', {
      time: <Time at={at} />,
    })
  }
  return (
    <Alert role="status" data-ended={state}>
      {words()}
    </Alert>
  )
}

/** How many scans exist on this device only, and since when. */
function Waiting({ session }: NoticesProps) {
  const { waiting, oldestAt } = useStore(session.view)
  const { hasFailed } = useStore(outbox)
  if (waiting === 0) return null
  const words = t(
    '{count, plural, one {# scan is kept on this device and not sent yet.} other {# scans are kept on this device and not sent yet.}}',
    { count: waiting },
  )
  if (!hasFailed)
    return (
      <Text size="sm" c="dimmed" data-waiting={waiting}>
        {words}
      </Text>
    )
  return (
    <Alert color="yellow" role="status" data-waiting={waiting}>
      <Text fw={600} size="sm">
        {words}
      </Text>
      <Text size="sm" component="div">
        {rich('The oldest scan is from {time}.', { time: <Time at={oldestAt} /> })}{' '}
        {t('They are sent when the service can be reached.')}
      </Text>
    </Alert>
  )
}

const shownMax = 10

function Rejected({ session }: NoticesProps) {
  const { rejected } = useStore(session.view)
  if (rejected.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      title={t('{count, plural, one {# scan was rejected:} other {# scans were rejected:}}', {
        count: rejected.length,
      })}
    >
      <ul className="rejected-scans">
        {rejected.slice(0, shownMax).map(({ value, observedAt, reason = '' }) => (
          <li key={`${observedAt} ${value}`}>{t('{value}: {reason}', { value, reason })}</li>
        ))}
      </ul>
      {rejected.length > shownMax && (
        <Text size="sm">{t('and {count} more', { count: rejected.length - shownMax })}</Text>
      )}
      <Button size="md" variant="default" onClick={() => void session.retry(waitAgain).catch(toastProblem)}>
        {t('Try again')}
      </Button>
    </Alert>
  )
}
