import { Alert, Button, Stack } from '@mantine/core'
import { useParams } from 'wouter'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import { toastProblem } from '../../ui/notices/toasts'
import { PageHeader } from '../../ui/pages/page-header'
import { Failed, NotFound } from '../../ui/pages/query-states'
import { clockTimeOf } from '../../ui/values/format'
import { useNow } from '../../ui/values/use-now'
import { JobLabels } from './job-labels'
import { JobSteps } from './job-steps'
import { actions, type PrintJob, useJob } from './job-queries'
import { jobStateText, labelCount } from './job-texts'

const back = { href: '/labels/jobs', label: t('Print jobs') }

/** One print job: how far it is, why it waits, and its labels. */
export function JobPage() {
  const id = Number(useParams()['id'])
  const { data: job, error, refetch } = useJob(id)
  if (!job) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <Header job={job} />
      <Stack>
        {error && <Failed error={error} onRetry={refetch} />}
        <State job={job} />
        <JobSteps job={job} />
        <JobLabels job={job} />
      </Stack>
    </>
  )
}

interface JobProps {
  readonly job: PrintJob
}

function Header({ job }: JobProps) {
  const { may } = useSignedIn()
  const nowMs = Math.max(useNow(), Date.now())
  const { id, state, template_name: template, printer_name: printer, created_by: by, created_at: at } = job
  const facts = [
    template,
    job.printer_id === null ? t('printed by a browser') : (printer ?? t('a printer that was deleted')),
    t('{time} by {name}', { time: clockTimeOf(at, nowMs), name: by.name }),
  ]
  const act = (action: (id: number) => Promise<void>) => void action(id).catch(toastProblem)
  return (
    <PageHeader
      title={t('{count, plural, one {# label} other {# labels}}', { count: labelCount(job) })}
      subtitle={facts.join(' · ')}
      back={back}
    >
      {may('operator') && (state === 'printing' || state === 'waiting') && (
        <Button onClick={() => act(actions.pause)}>{t('Pause')}</Button>
      )}
      {may('operator') && (state === 'paused' || state === 'stopped') && (
        <Button onClick={() => act(actions.resume)}>{t('Go on')}</Button>
      )}
      {may('operator') && job.ended_at === null && (
        <ConfirmButton
          label={t('Cancel the rest')}
          title={t('Cancel the labels that are not printed')}
          confirm={t('Cancel the rest')}
          onConfirm={() => actions.cancel(id)}
        >
          {t('Labels that are printed stay as they are.')}
        </ConfirmButton>
      )}
    </PageHeader>
  )
}

/** Says why a job does not print, and since when. */
function State({ job: { state, reason, reason_text: text, since, ended_at: ended } }: JobProps) {
  const nowMs = Math.max(useNow(), Date.now())
  if (state === 'printing') return null
  const isProblem = state === 'stopped' || (state === 'waiting' && reason !== null)
  const title = t('{state} since {time}', {
    state: jobStateText(state),
    time: clockTimeOf(ended ?? since, nowMs),
  })
  return (
    <Alert role="status" title={title} {...(isProblem && { color: 'red' })} data-state={state}>
      {reason === null ? undefined : serverText(reason, text)}
      {state === 'waiting' && reason !== null && <div>{t('Assets keep the tags they have.')}</div>}
    </Alert>
  )
}
