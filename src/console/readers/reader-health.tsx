import { SimpleGrid, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { counted } from '../ui/format'
import { PageLink } from '../ui/link'
import { Pairs } from '../ui/pairs'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { clockOf, messageResults, readResults } from './reader-state'
import type { Reader } from './use-reader'

/** Only what has happened, in the order of `words`. */
const happened = (counts: Readonly<Record<string, number>>, words: Readonly<Record<string, string>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => [words[result] ?? result, counted(count)] as const)

/** When it was heard, what is wrong with it, and what became of all it sent. */
export function ReaderHealth({ reader: { id, health } }: { readonly reader: Reader }) {
  const { may } = useSignedIn()
  if (!health) {
    return (
      <Section id="life" title="How it is">
        <Text>It has never been heard. Once it is set up, its first message shows here within seconds.</Text>
      </Section>
    )
  }
  const { clock, problem } = health
  return (
    <Section id="life" title="How it is">
      <Pairs
        pairs={[
          ['Last message', <Time key="message" at={health.last_message_at} />],
          ['Last read', <Time key="read" at={health.last_read_at} empty="Never" />],
          [
            'Clock',
            clock ? (
              <span key="clock">
                Wrong, {clockOf(clock.offset_seconds)}, since <Time at={clock.wrong_since} />. Reads get the
                time at which they arrive.
              </span>
            ) : (
              'Right'
            ),
          ],
          [
            'Last problem',
            problem ? (
              <span key="problem">
                {problem.message} (<Time at={problem.at} />)
              </span>
            ) : (
              'None'
            ),
          ],
        ]}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
        <Counts title="Messages" pairs={happened(health.messages, messageResults)} />
        <Counts title="Reads" pairs={happened(health.reads, readResults)} />
      </SimpleGrid>
      {may('operator') && health.reads.unknown_tag > 0 && (
        <PageLink href={`/unknown-tags?reader=${id}`} size="sm">
          Unknown tags that it read last
        </PageLink>
      )}
    </Section>
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
    {pairs.length === 0 ? <Text size="sm">None</Text> : <Pairs pairs={pairs} />}
  </div>
)
