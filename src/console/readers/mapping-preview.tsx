import { Alert, Button, Group, List, Stack, Table, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { ApiError, messageOf } from '../api/errors'
import { counted } from '../ui/format'
import { Time } from '../ui/time'
import { toastProblem } from '../ui/toasts'
import type { Reader } from './use-reader'

type Preview = Schemas['ReaderPreview']

interface Asked {
  readonly mapping: NonNullable<Reader['mapping']>
  readonly payload: string
}

/** What the service makes of a sample; nothing is kept of it. Without a sample, whether the paths are any. */
export const usePreview = ({ mapping, payload }: Asked) =>
  useQuery({
    queryKey: ['preview', mapping, payload],
    queryFn: async () => {
      const body = { format: 'mapping', mapping, payload } as const
      return (await dataOf(api.POST('/internal/v1/readers/preview', { body }))).data
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

/** The newest message that was kept whole, laid out for people. */
async function latestMessage(reader: number): Promise<string | undefined> {
  const params = { path: { reader }, query: { limit: 50 } }
  const { data } = await dataOf(api.GET('/internal/v1/readers/{reader}/messages', { params }))
  const whole = data.find(({ payload, truncated }) => payload !== null && !truncated)
  return whole && laidOut(whole.payload ?? '')
}

/** JSON over several lines; anything else as it is, also where a number has more digits than scripts can hold. */
export function laidOut(text: string): string {
  if (/\d{16}/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

interface MappingSampleProps {
  readonly sample: string
  readonly onSample: (text: string) => void
  readonly preview: UseQueryResult<Preview>
  readonly readerId?: number
}

export function MappingSample({ sample, onSample, preview, readerId }: MappingSampleProps) {
  const [hint, setHint] = useState('')

  async function takeLatest(id: number): Promise<void> {
    const latest = await latestMessage(id)
    setHint(latest === undefined ? 'It has sent no message lately that could be shown whole.' : '')
    if (latest !== undefined) onSample(latest)
  }

  return (
    <Stack gap="xs" mt="md">
      <Textarea
        label="Sample"
        description="A message of the reader; what comes of it shows below"
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={sample}
        onChange={(event) => onSample(event.currentTarget.value)}
      />
      {readerId !== undefined && (
        <Group>
          <Button variant="default" onClick={() => void takeLatest(readerId).catch(toastProblem)}>
            Take its latest message
          </Button>
          <Text size="sm" role="status">
            {hint}
          </Text>
        </Group>
      )}
      {sample !== '' && <Result preview={preview} />}
    </Stack>
  )
}

const shown = 20

function Result({ preview: { data, error } }: Pick<MappingSampleProps, 'preview'>) {
  if (error) {
    const isMarked =
      error instanceof ApiError && error.fields.some(({ field }) => field.startsWith('mapping.'))
    if (isMarked) return <Text size="sm">Nothing is read before the marked fields are right.</Text>
    return (
      <Alert color="red" title="Nothing is read like this" role="alert">
        {messageOf(error)}
      </Alert>
    )
  }
  if (!data) return null
  const { read_count: count, reads, not_understood: faults } = data
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {count === 1 ? '1 read' : `${counted(count)} reads`}
        {count > shown && `, of which ${shown} are shown`}
      </Text>
      {faults.length > 0 && (
        <Alert color="yellow" title="Not understood">
          <List size="sm">
            {faults.map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {reads.length > 0 && <Reads reads={reads.slice(0, shown)} />}
    </Stack>
  )
}

const Reads = ({ reads }: { readonly reads: Preview['reads'] }) => (
  <Table aria-label="Reads of the sample">
    <Table.Thead>
      <Table.Tr>
        {['Tag', 'Antenna', 'Time', 'RSSI'].map((label) => (
          <Table.Th key={label} scope="col">
            {label}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {reads.map((read, at) => (
        <Table.Tr key={at}>
          <Table.Td className="tag-value">
            {read.value}
            {read.hint && (
              <Text size="xs" c="dimmed">
                {read.hint.gs1_key}
              </Text>
            )}
          </Table.Td>
          <Table.Td>{read.antenna}</Table.Td>
          <Table.Td>
            <Time at={read.observed_at} empty="On arrival" />
          </Table.Td>
          <Table.Td>{read.rssi ?? '–'}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
