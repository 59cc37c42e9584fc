import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { counted } from '../ui/format'
import { Missing } from '../ui/query-states'
import { Time } from '../ui/time'
import { laidOut } from './mapping-preview'
import { messageResults } from './reader-state'

type Message = Schemas['ReaderMessage']

const pollMs = 5000
const kept = 50
/** Before somebody asks for all. */
const shownFirst = 10

/** The latest messages as they came, newest first. */
export function ReaderMessages({ id }: { readonly id: number }) {
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['reader', id, 'messages'],
    queryFn: async () => {
      const params = { path: { reader: id }, query: { limit: kept } }
      return (await dataOf(api.GET('/internal/v1/readers/{reader}/messages', { params }))).data
    },
    refetchInterval: pollMs,
  })
  if (!data) return <Missing error={error} onRetry={refetch} />
  if (data.length === 0)
    return <Text>None came in the last seven days. As soon as one does, it shows here.</Text>
  return (
    <>
      <Stack gap={0} component="ul" className="messages">
        {data.slice(0, isWhole ? kept : shownFirst).map((message, at) => (
          // Two may come in one millisecond; counted from the oldest, each keeps its place when others come.
          <li key={`${message.received_at} ${data.length - at}`}>
            <MessageItem message={message} />
          </li>
        ))}
      </Stack>
      {!isWhole && data.length > shownFirst && (
        <div>
          <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
            Show all {data.length}
          </Button>
        </div>
      )}
    </>
  )
}

const colours: Readonly<Record<string, string>> = {
  accepted: 'teal',
  duplicate: 'gray',
  malformed: 'red',
  unauthorized: 'red',
}

const MessageItem = ({ message }: { readonly message: Message }) => (
  <details>
    <summary>
      <Group gap="xs" display="inline-flex" className="summary" fz="sm">
        <Time at={message.received_at} />
        <Badge variant="dot" flex="none" color={colours[message.result] ?? 'gray'}>
          {messageResults[message.result] ?? message.result}
        </Badge>
        {message.reason !== null && (
          <Text span size="sm">
            {message.reason}
          </Text>
        )}
      </Group>
    </summary>
    <Text size="sm" c="dimmed" className="tag-value">
      {message.topic === null ? 'By HTTP' : `Topic ${message.topic}`}, {counted(message.size)} bytes
      {message.truncated && ', of which the beginning was kept'}
      {message.payload === null && ', in Base64'}
    </Text>
    <Code block tabIndex={0} mah={400}>
      {message.payload === null ? message.payload_base64 : laidOut(message.payload)}
    </Code>
  </details>
)
