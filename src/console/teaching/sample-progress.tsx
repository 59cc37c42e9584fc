import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { giveFeedback } from '../ui/feedback'
import { isOnControl, useKeys } from '../ui/keys'
import { QueryState } from '../ui/pages/query-states'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { HeardAntennas } from './heard-antennas'
import { type DetailedSample, sampleQuery, taughtChanged } from './queries'

/** Reads that the service needs to keep a sample. */
const readsMin = 30

/** A sample that is being recorded, or that was recorded and is to be kept or discarded. */
export function SampleProgress({ sampleId }: { readonly sampleId: number }) {
  const { may } = useSignedIn()
  const { data: sample, error, refetch } = useQuery(sampleQuery(sampleId))
  useEndSignal(sample?.state)
  if (!sample) return <QueryState error={error} onRetry={refetch} />
  return (
    <Card withBorder component="section" aria-label={t('This sample')}>
      <Stack>
        <Group gap="lg" align="center" className="sample-state">
          <Countdown sample={sample} />
          <Checks sample={sample} />
        </Group>
        {sample.state === 'rejected' && <Rejected sample={sample} />}
        <HeardAntennas antennas={sample.antennas} />
        <Alert role="note">
          <b>{t('Nothing changes yet.')}</b>{' '}
          {t('After the last place you see the new answers beside the old ones, and switch over or not.')}
        </Alert>
        {may('manager') && <Decision sample={sample} />}
      </Stack>
    </Card>
  )
}

/** Sounds and vibrates when the time is over: the person stands aside, and does not look. */
function useEndSignal(state: DetailedSample['state'] | undefined): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'recording' && state !== undefined && state !== 'recording')
      giveFeedback('submitted')
    before.current = state
  }, [state])
}

const ringLength = 100
const radius = 42
const announced = [30, 10, 0]

/** The rest of the time, as a ring. Screen readers hear it three times. */
function Countdown({ sample }: { readonly sample: DetailedSample }) {
  const { started_at: startedAt, seconds, state } = sample
  const [now, setNow] = useState(() => Date.now())
  const isRecording = state === 'recording'
  useEffect(() => {
    if (!isRecording) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRecording])
  const end = Date.parse(startedAt) + seconds * 1000
  const left = isRecording ? Math.min(seconds, Math.max(0, Math.ceil((end - now) / 1000))) : 0
  const said = announced.findLast((each) => left <= each)
  return (
    <div className="sample-ring">
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle className="ring-track" cx={50} cy={50} r={radius} pathLength={ringLength} />
        <circle
          className="ring-done"
          cx={50}
          cy={50}
          r={radius}
          pathLength={ringLength}
          strokeDasharray={`${ringLength * (1 - left / seconds)} ${ringLength}`}
        />
      </svg>
      <span className="ring-text">
        <b>{t('{seconds} s', { seconds: left })}</b>
        <span>{t('to go')}</span>
      </span>
      <span className="visually-hidden" role="status">
        {said !== undefined && t('{seconds} s to go', { seconds: said })}
      </span>
    </div>
  )
}

function Checks({ sample }: { readonly sample: DetailedSample }) {
  const { read_count: count, antennas, moved_after_seconds: moved, state } = sample
  const checks: readonly (readonly [isMet: boolean, text: string])[] = [
    [
      count >= readsMin,
      t('{count, plural, one {# read} other {# reads}}, {minimum} are enough', { count, minimum: readsMin }),
    ],
    [
      moved === null && count > 0,
      state === 'recording' ? t('Leave the tags where they are') : t('The tags stand still'),
    ],
    [
      antennas.length > 0,
      t('{count, plural, one {# antenna hears them} other {# antennas hear them}}', {
        count: antennas.length,
      }),
    ],
  ]
  return (
    <ul className="sample-checks">
      {checks.map(([isMet, text]) => (
        <li key={text} data-met={isMet}>
          {text}
        </li>
      ))}
    </ul>
  )
}

const Rejected = ({
  sample: { reason, moved_after_seconds: moved },
}: {
  readonly sample: DetailedSample
}) => (
  <Alert color="red" role="alert">
    {reason === 'moved'
      ? t('The tag moved after {seconds} s. Try again, it takes a minute.', { seconds: moved ?? 0 })
      : t('No antenna hears the tags here. Are they on?')}
  </Alert>
)

/** Keys: Space stops the recording, Enter keeps the sample. */
function Decision({ sample: { id, state, read_count: count } }: { readonly sample: DetailedSample }) {
  const [isBusy, setBusy] = useState(false)
  const params = { path: { place_sample: id } }
  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true)
    try {
      await work()
      toastDone(done)
      await taughtChanged()
    } catch (error) {
      toastProblem(error)
    }
    setBusy(false)
  }
  const keep = () =>
    run(
      () => dataOf(api.POST('/internal/v1/place-samples/{place_sample}/keep', { params })),
      t('The sample is kept'),
    )
  const discard = () =>
    run(
      () => dataOf(api.DELETE('/internal/v1/place-samples/{place_sample}', { params })),
      t('The sample is discarded'),
    )
  const mayKeep = state === 'ready' && count >= readsMin && !isBusy
  useKeys([
    ['space', (event) => !isOnControl(event) && state === 'recording' && void discard()],
    ['enter', (event) => !isOnControl(event) && mayKeep && void keep()],
  ])
  return (
    <Stack gap="xs">
      {state === 'ready' && count < readsMin && (
        <Text size="sm" role="status">
          {t('{count} reads in this time; {minimum} are needed. Is the tag on?', {
            count,
            minimum: readsMin,
          })}
        </Text>
      )}
      <Group>
        <Button onClick={() => void keep()} loading={isBusy} disabled={!mayKeep && !isBusy}>
          {t('Keep this sample')}
        </Button>
        <Button variant="default" onClick={() => void discard()} disabled={isBusy}>
          {t('Discard')}
        </Button>
      </Group>
    </Stack>
  )
}
