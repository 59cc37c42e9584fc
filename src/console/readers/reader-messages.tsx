import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { serviceText } from '../languages/service-texts'
import { counted } from '../ui/format'
import { QueryState } from '../ui/query-states'
import { Time } from '../ui/time'
import { formatted } from './mapping-preview'
import { messageResults } from './reader-state'

type Message = Schemas['ReaderMessage']

const pollMs = 5000
const kept = 50
/** Shown until the user asks for all of them. */
const shownFirst = 10

/** Shows the recent messages of a reader as they were received, newest first. */
export function ReaderMessages({ id }: { readonly id: number }) {
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['reader', id, 'messages'],
    queryFn: async () => {
      const params = { path: { reader: id }, query: { limit: kept } }
      return (await dataOf(api.GET('/internal/v1/readers/{reader}/messages', { params }))).data
    },
    refetchInterval: pollMs,
  })
  if (!data) return <QueryState error={error} onRetry={refetch} />
  if (data.length === 0) return <Text>{t('No messages in the last 7 days. New messages appear here.')}</Text>
  return (
    <>
      <Stack gap={0} component="ul" className="messages">
        {data.slice(0, showsAll ? kept : shownFirst).map((message, at) => (
          // Two messages can arrive in one millisecond. The index from the oldest does not change when others arrive.
          <li key={`${message.received_at} ${data.length - at}`}>
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

const colours: Readonly<Record<string, string>> = {
  duplicate: 'gray',
  malformed: 'red',
  unauthorized: 'red',
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
          <Badge variant="dot" flex="none" color={colours[message.result] ?? 'gray'}>
            {messageResults[message.result] ?? message.result}
          </Badge>
        )}
        {message.reason !== null && message.result === 'accepted' && (
          <Text span size="sm">
            {serviceText(message.reason)}
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
        {t('Found in the payload: {reason}', { reason: serviceText(message.reason) })}
      </Text>
    )}
    <Code block tabIndex={0} mah={400}>
      {message.payload === null ? message.payload_base64 : formatted(message.payload)}
    </Code>
  </details>
)
