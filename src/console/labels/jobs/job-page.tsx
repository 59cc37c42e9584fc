import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { serverText } from '../../languages/server-texts'
import { isOnControl, useKeys } from '../../ui/keys'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import { toastProblem } from '../../ui/notices/toasts'
import { PageHeader } from '../../ui/pages/page-header'
import { Failed, NotFound } from '../../ui/pages/query-states'
import { clockTimeOf } from '../../ui/values/format'
import { useExactNow } from '../../ui/values/use-now'
import { LinkButton } from '../../ui/pages/link'
import { useTones } from '../../ui/tones'
import { useStation } from './use-station'
import { StationChoice } from './station-choice'
import { StationPanel } from './station-panel'
import { JobLabels } from './job-labels'
import { JobSteps } from './job-steps'
import { actions, isActive, type PrintJob, useJob } from './job-queries'
import { jobStateText, labelCount } from './job-texts'

/** A job beside its encode station. In a narrow window, the station is above; on a phone, it is alone. */
const columns = {
  display: 'flex',
  flexWrap: 'wrap-reverse',
  // The beginning, because the direction is reversed.
  alignItems: 'flex-end',
  gap: 'var(--mantine-spacing-md)',
} as const
const main = { flex: '2 1 38rem', minWidth: 0 } as const

const back = { href: '/labels/jobs', label: t('Print jobs') }

/** One print job: how far it is, why it waits, and its labels. */
export function JobPage() {
  const id = Number(useParams()['id'])
  const { may } = useSignedIn()
  const { data: job, error, refetch } = useJob(id)
  const station = useStationOf(job)
  const [isAudible, setAudible] = useTones()
  const seen = useStation(id, station?.reader_id, isAudible)
  useSpace(job)
  if (!job) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <Header job={job} />
      <div style={columns}>
        <Stack style={main} {...(station && { visibleFrom: 'sm' })}>
          {error && <Failed error={error} onRetry={refetch} />}
          <State job={job} />
          <JobSteps job={job} />
          {!station && may('operator') && job.encode !== null && job.ended_at === null && (
            <StationChoice job={job} />
          )}
          <JobLabels job={job} seen={seen} />
        </Stack>
        {station && (
          <StationPanel
            job={job}
            station={station}
            seen={seen}
            isAudible={isAudible}
            onAudible={setAudible}
          />
        )}
      </div>
    </>
  )
}

/** The station of a job, also after the job is done, so that the last result stays. */
function useStationOf(job: PrintJob | undefined): PrintJob['station'] {
  const [last, setLast] = useState<PrintJob['station']>(null)
  const station = job?.station ?? null
  if (station !== null && station.reader_id !== last?.reader_id) setLast(station)
  return station ?? (job?.state === 'done' ? last : null)
}

/** Space pauses a job at its station, and lets it go on. */
function useSpace(job: PrintJob | undefined): void {
  const { may } = useSignedIn()
  useKeys([
    [
      'space',
      (event) => {
        if (!job?.station || !may('operator') || isOnControl(event)) return
        void (isActive(job) ? actions.pause(job.id) : actions.resume(job.id)).catch(toastProblem)
      },
    ],
  ])
}

interface JobProps {
  readonly job: PrintJob
}

function Header({ job }: JobProps) {
  const { may } = useSignedIn()
  const nowMs = useExactNow()
  const { id, state, template_name: template, printer_name: printer, created_by: by, created_at: at } = job
  const facts = [
    template,
    job.printer_id === null ? t('printed elsewhere') : (printer ?? t('a printer that was deleted')),
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
      {job.ended_at !== null && (
        <LinkButton href={`/labels/jobs/${id}/list`} variant="default">
          {t('Print the list')}
        </LinkButton>
      )}
    </PageHeader>
  )
}

/** Says why a job does not print, and since when. */
function State({ job: { state, reason, reason_text: text, since, ended_at: ended } }: JobProps) {
  const nowMs = useExactNow()
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
