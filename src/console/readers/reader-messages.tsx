import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { counted } from '../ui/values/format'
import { QueryState } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { formatted } from './mapping-preview'
import { outcomeText, readMessagesAgain } from './read-again'
import { messageResults } from './reader-state'
import { keptMax, readableOf, type Reader, useMessages } from './use-reader'

type Message = Schemas['ReaderMessage']

/** Shown until the user asks for all of them. */
const shownFirst = 10

/** Shows the recent messages of a reader as they were received, newest first. */
export function ReaderMessages({ reader }: { readonly reader: Reader }) {
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, refetch } = useMessages(reader.id)
  if (!data) return <QueryState error={error} onRetry={refetch} />
  if (data.length === 0) return <Text>{t('No messages in the last 7 days. New messages appear here.')}</Text>
  const keys = keysOf(data)
  // While the format is wrong, reading them again would not help.
  const mayReadAgain = readableOf(data) > 0 && reader.diagnosis?.cause !== 'wrong_format'
  return (
    <>
      {mayReadAgain && <ReadAgain reader={reader} />}
      <Stack gap={0} component="ul" className="messages">
        {data.slice(0, showsAll ? keptMax : shownFirst).map((message, at) => (
          <li key={keys[at]}>
            <MessageItem message={message} />
          </li>
        ))}
      </Stack>
      {!showsAll && data.length > shownFirst && (
        <div>
          <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
            {t('Show all {count}', { count: data.length })}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns keys that do not change when messages arrive and the oldest are dropped. Two can arrive in one millisecond. */
function keysOf(messages: readonly Message[]): string[] {
  const counts = new Map<string, number>()
  const oldestFirst = messages.toReversed().map(({ received_at: at }) => {
    const count = (counts.get(at) ?? 0) + 1
    counts.set(at, count)
    return `${at} ${count}`
  })
  return oldestFirst.toReversed()
}

function ReadAgain({ reader }: { readonly reader: Reader }) {
  const [isBusy, setBusy] = useState(false)
  async function readAgain(): Promise<void> {
    setBusy(true)
    try {
      toastDone(outcomeText(await readMessagesAgain(reader)))
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button variant="default" mb="sm" loading={isBusy} onClick={() => void readAgain()}>
        {t('Read rejected messages again')}
      </Button>
    </div>
  )
}

const MessageItem = ({ message }: { readonly message: Message }) => (
  <details>
    <summary>
      <Group gap="xs" display="inline-flex" className="summary" fz="sm">
        <Time at={message.received_at} />
        {message.result === 'accepted' ? (
          <Text span size="sm" c="dimmed">
            {t('{size} bytes', { size: counted(message.size) })}
          </Text>
        ) : (
          <StateBadge state={message.result === 'duplicate' ? 'muted' : 'problem'}>
            {messageResults[message.result] ?? message.result}
          </StateBadge>
        )}
        {message.reason !== null && message.result === 'accepted' && (
          <Text span size="sm">
            {serverText(message.reason, message.text)}
          </Text>
        )}
      </Group>
    </summary>
    <Text size="sm" c="dimmed" className="tag-value">
      {[
        message.topic === null ? 'HTTP' : t('Topic {topic}', { topic: message.topic }),
        t('{size} bytes', { size: counted(message.size) }),
        ...(message.truncated ? [t('only the beginning is stored')] : []),
        ...(message.payload === null ? [t('shown in Base64')] : []),
      ].join(', ')}
    </Text>
    {message.reason !== null && message.result !== 'accepted' && (
      <Text size="sm" className="tag-value">
        {t('Found in the payload: {reason}', { reason: serverText(message.reason, message.text) })}
      </Text>
    )}
    <Code block tabIndex={0} mah={400}>
      {message.payload === null ? message.payload_base64 : formatted(message.payload)}
    </Code>
  </details>
)
