import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { isLive } from '../../api/live-events'
import { useSignedIn } from '../../api/session'
import { useStore } from '../../api/store'
import { useWakeLock } from '../../ui/use-wake-lock'
import { t } from '../../languages/messages'
import { rich } from '../../languages/rich'
import { useReaderOf } from '../../readers/use-reader'
import { toastProblem } from '../../ui/notices/toasts'
import { ToneSwitch } from '../../ui/tones'
import { clockTimeOf, counted, lengthOf } from '../../ui/values/format'
import { useExactNow } from '../../ui/values/use-now'
import { actions, isActive, type PrintJob, useNextLabel } from './job-queries'
import { resultWords, StationMark } from './station-mark'
import { type Found, resultOf, type Seen } from './use-station'

interface PanelProps {
  readonly job: PrintJob
  readonly station: NonNullable<PrintJob['station']>
  readonly seen: Seen
}

interface TonesProps {
  readonly isAudible: boolean
  readonly onAudible: (isAudible: boolean) => void
}

const readerPollMs = 5_000

/** What lies on the encode station of a job. It stays until the page is left, also when the job is done. */
export function StationPanel({ job, station, seen, isAudible, onAudible }: PanelProps & TonesProps) {
  const { may } = useSignedIn()
  const [latest, ...before] = seen.found
  useWakeLock()
  return (
    <Card withBorder component="section" style={{ flex: '1 1 18rem' }} aria-labelledby="station">
      <Title order={2} size="h4" id="station">
        {t('Encode station')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('Reader {name}, one tag at a time', { name: station.reader_name })}
      </Text>
      <Stack gap="sm">
        <Silence job={job} station={station} seen={seen} />
        <Result latest={latest} />
        {latest && <Checks latest={latest} />}
        <Next job={job} />
        {before.length > 0 && <Before found={before} />}
        <ToneSwitch isAudible={isAudible} onChange={onAudible} />
        {may('operator') && job.station !== null && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void actions.takeStation(job.id).catch(toastProblem)}
          >
            {t('End the encode station')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** Says why nothing is found, as far as it is known. */
function Silence({ job, station, seen: { lastRead } }: PanelProps) {
  const isConnected = useStore(isLive)
  const nowMs = useExactNow()
  const { data: reader } = useReaderOf(station.reader_id, readerPollMs, job.station !== null)
  if (job.ended_at !== null) return null
  if (!isConnected)
    return (
      <Note
        state="offline"
        title={t('No connection.')}
        text={t('What the pad reads is not shown until it is back.')}
      />
    )
  if (!isActive(job))
    return <Note state="paused" title={t('The station waits.')} text={t('It goes on when the job does.')} />
  const links = reader?.diagnosis?.links
  const isSilent = links !== undefined && [links.connected, links.signed_in, links.sending].includes('broken')
  const lastAt =
    lastRead?.at ?? (reader?.health?.last_read_at ? Date.parse(reader.health.last_read_at) : null)
  const age =
    lastAt === null
      ? t('It has not read anything yet.')
      : t('Last read {length} ago.', { length: lengthOf(Math.max(0, Math.floor((nowMs - lastAt) / 1000))) })
  if (reader && !reader.is_active)
    return <Note state="silent" title={t('The reader is not active.')} text={age} />
  if (isSilent) return <Note state="silent" title={t('The pad does not answer.')} text={age} />
  return (
    <Text size="sm" c="dimmed" data-pad="heard">
      {age}
    </Text>
  )
}

const Note = ({
  state,
  title,
  text,
}: {
  readonly state: string
  readonly title: string
  readonly text: string
}) => (
  <Alert color="yellow" title={title} data-pad={state}>
    {text}
  </Alert>
)

/** The result, which can be read at arm's length. */
function Result({ latest }: { readonly latest: Found | undefined }) {
  return (
    <Card withBorder role="status" ta="center" style={{ alignItems: 'center' }} data-result={latest?.result}>
      {latest ? (
        <>
          <StationMark result={resultOf(latest)} size={104} />
          <Text fz={32} fw={700} lh={1.2} className="tag-value">
            {titleOf(latest)}
          </Text>
          <Text fw={600}>{sentenceOf(latest)}</Text>
          <Text size="sm" c="dimmed" className="tag-value">
            {groupsOf(latest.epc)}
          </Text>
        </>
      ) : (
        <Text c="dimmed">{t('Put a label on the pad.')}</Text>
      )}
    </Card>
  )
}

const titleOf = (found: Found): string => found.asset_external_key ?? resultWords[resultOf(found)]

function sentenceOf(found: Found): string {
  switch (resultOf(found)) {
    case 'live':
      return t('is live')
    case 'two_tags':
      return t('Take one away.')
    case 'foreign':
      return found.asset_external_key === null
        ? t('No asset and no label has this tag.')
        : t('Not of this job')
    case 'wrong_epc':
      return t('Do not use this label. It is void, or its chip is that of another one.')
  }
}

const groupsOf = (epc: string): string => epc.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** What was checked before the label became live. */
function Checks({ latest }: { readonly latest: Found }) {
  if (latest.result !== 'live') return null
  const { tid } = latest
  const checks = [
    { isKnown: true, text: t('One tag on the pad') },
    { isKnown: true, text: t('Its EPC is the one that was printed') },
    {
      isKnown: tid !== null,
      text:
        tid === null
          ? t('The reader does not say which chip it is')
          : t('TID {tid} locked to this label', { tid: groupsOf(tid) }),
    },
    { isKnown: true, text: t('No other asset has this tag') },
  ]
  return (
    <ul className="plain" aria-label={t('What was checked')}>
      {checks.map(({ isKnown, text }) => (
        <Group key={text} component="li" gap="xs" wrap="nowrap">
          {isKnown ? (
            <IconCheck size={16} aria-hidden className="rigid" />
          ) : (
            <IconMinus size={16} aria-hidden className="rigid" />
          )}
          <Text span size="sm">
            {text}
          </Text>
        </Group>
      ))}
    </ul>
  )
}

/** Says what to do next. */
function Next({ job }: { readonly job: PrintJob }) {
  const { data: next } = useNextLabel(job)
  const { counts } = job
  if (!isActive(job) && job.ended_at === null) return null
  if (job.ended_at !== null)
    return (
      <Text fw={600} data-next="done">
        {t('{live} live, {void} void', { live: counted(counts.live), void: counted(counts.void) })}
      </Text>
    )
  return (
    <Text size="sm" data-next={next?.asset_external_key}>
      {next
        ? rich('Put the next label on the pad: {key}. Any order works.', {
            key: <b>{next.asset_external_key}</b>,
          })
        : t('No label is ready for the pad. Labels are ready when they are printed.')}
    </Text>
  )
}

function Before({ found }: { readonly found: readonly Found[] }) {
  const nowMs = useExactNow()
  return (
    <section aria-label={t('Before')}>
      <Text size="sm" c="dimmed">
        {t('Before')}
      </Text>
      <ul className="plain">
        {found.map((each) => (
          <Group key={each.at} component="li" gap="xs" py={4} wrap="nowrap">
            <StationMark result={resultOf(each)} size={18} />
            <Group gap="xs" className="grow tag-value">
              {each.asset_external_key !== null && <b>{each.asset_external_key}</b>}
              <Text span size="sm">
                {resultWords[resultOf(each)]}
              </Text>
            </Group>
            <Text span size="sm" c="dimmed">
              <time dateTime={each.at}>{clockTimeOf(each.at, nowMs)}</time>
            </Text>
          </Group>
        ))}
      </ul>
    </section>
  )
}
