import { Stack, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { rich } from '../languages/rich'
import { counted } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { Pairs } from '../ui/values/pairs'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { clockOf, isLocalTime } from './clock'
import { messageResults, readResults } from './reader-state'
import type { Reader } from './use-reader'

type Health = NonNullable<Reader['health']>

/** Older times are not stored, unless a setting of the service differs. */
const believedSeconds = 30 * 86_400

/** Returns the counts above zero, each with its label. */
const labeled = (counts: Readonly<Record<string, number>>, labels: Readonly<Record<string, string>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => [labels[result] ?? result, counted(count)] as const)

const readLabels = { ...readResults, weak: t('Ignored, too weak') }

/** Returns the counts of reads, with those that were too weak apart from the other ignored reads. */
const readCountsOf = ({ reads, weak_reads: weak }: Health) => ({
  ...reads,
  ignored: reads.ignored - weak,
  weak,
})

/** Shows the last message and read of a reader, its problems, and the results of its messages and reads. */
export function ReaderHealth({ reader: { id, health, diagnosis } }: { readonly reader: Reader }) {
  const { may } = useSignedIn()
  if (!health) {
    return (
      <Section id="status" title={t('Status')}>
        <Text>{t('No messages received yet. The first one appears here within seconds.')}</Text>
      </Section>
    )
  }
  const { clock } = health
  // The diagnosis describes rejected messages in plain words.
  const problem = diagnosis?.links.understood === 'broken' ? null : health.problem
  return (
    <Section id="status" title={t('Status')}>
      <Pairs
        pairs={[
          [t('Last message'), <Time key="message" at={health.last_message_at} />],
          [t('Last read'), <Time key="read" at={health.last_read_at} empty={t('Never')} />],
          [t('Clock'), clock ? <ClockText key="clock" clock={clock} /> : t('Correct')],
          ...(problem
            ? [
                [
                  t('Problem'),
                  <span key="problem">
                    {serverText(problem.message, problem.text)} (<Time at={problem.at} />)
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Stack gap="sm" mt="sm">
        <Counts title={t('Messages')} pairs={labeled(health.messages, messageResults)} />
        <Counts title={t('Reads')} pairs={labeled(readCountsOf(health), readLabels)} />
      </Stack>
      {may('operator') && health.reads.unknown_tag > 0 && (
        <PageLink href={`/unknown-tags?reader=${id}`} size="sm">
          {t('Unknown tags last read by this reader')}
        </PageLink>
      )}
    </Section>
  )
}

/** Since when the times of the reader are wrong, by how much, and with which times its reads are stored. */
function ClockText({ clock }: { readonly clock: NonNullable<Health['clock']> }) {
  const { offset_seconds: offset, wrong_since: since } = clock
  const values = { clock: clockOf(offset), time: <Time at={since} /> }
  const isBelieved = offset < 0 && -offset < believedSeconds
  if (!isBelieved)
    return (
      <span>
        {rich(
          'Wrong: {clock} (first noticed {time}). Reads are stored with the time when they arrive.',
          values,
        )}
      </span>
    )
  return (
    <span>
      {isLocalTime(offset)
        ? rich('Clock is {clock}: the reader probably sends local time (first noticed {time}).', values)
        : rich('Clock is {clock} (first noticed {time}). Reads are stored with its times.', values)}
    </span>
  )
}

interface CountsProps {
  readonly title: string
  readonly pairs: readonly (readonly [string, string])[]
}

const Counts = ({ title, pairs }: CountsProps) => (
  <div>
    <Text fw={600} size="sm">
      {title}
    </Text>
    {pairs.length === 0 ? <Text size="sm">{t('None')}</Text> : <Pairs pairs={pairs} />}
  </div>
)
