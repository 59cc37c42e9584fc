import { Alert, Button, Group, List, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { ApiError, messageOf } from '../api/errors'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { Time } from '../ui/values/time'
import { toastProblem } from '../ui/notices/toasts'
import type { Reader } from './use-reader'

type Preview = Schemas['ReaderPreview']

interface PreviewRequest {
  readonly mapping: NonNullable<Reader['mapping']>
  readonly payload: string
  /** Empty without a topic. */
  readonly topic: string
  /** Empty for times as they are sent. */
  readonly timeZone: string
}

type Sample = Pick<PreviewRequest, 'payload' | 'topic'>

/** Fetches the reads in a sample, which is not stored. Without a sample, the service only checks the paths. */
export const usePreview = ({ mapping, payload, topic, timeZone }: PreviewRequest) =>
  useQuery({
    queryKey: ['preview', mapping, payload, topic, timeZone],
    queryFn: async () => {
      const time_zone = timeZone.trim() || null
      const body = { format: 'mapping', mapping, payload, topic: topic || null, time_zone } as const
      return (await dataOf(api.POST('/internal/v1/readers/preview', { body }))).data
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

/** Returns the newest message that was stored completely, formatted. */
async function latestMessage(reader: number): Promise<Sample | undefined> {
  const params = { path: { reader }, query: { limit: 50 } }
  const { data } = await dataOf(api.GET('/internal/v1/readers/{reader}/messages', { params }))
  const complete = data.find(({ payload, truncated }) => payload !== null && !truncated)
  return complete && { payload: formatted(complete.payload ?? ''), topic: complete.topic ?? '' }
}

/**
 * Returns JSON indented over several lines. Other text is returned unchanged, and so is JSON with a number that has more
 * digits than JavaScript can represent.
 */
export function formatted(text: string): string {
  if (/\d{16}/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

interface MappingSampleProps {
  readonly sample: Sample
  /** Whether the reads depend on the topic. */
  readonly hasTopic: boolean
  readonly onSample: (sample: Sample) => void
  readonly preview: UseQueryResult<Preview>
  readonly readerId?: number
}

export function MappingSample({ sample, hasTopic, onSample, preview, readerId }: MappingSampleProps) {
  const [hint, setHint] = useState('')

  async function copyLatest(id: number): Promise<void> {
    const latest = await latestMessage(id)
    setHint(latest === undefined ? t('No recent message of this reader is stored completely.') : '')
    if (latest !== undefined) onSample(latest)
  }

  return (
    <Stack gap="xs" mt="md">
      <Textarea
        label={t('Sample message')}
        description={t('Paste a message from the reader to see the reads in it.')}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={sample.payload}
        onChange={(event) => onSample({ ...sample, payload: event.currentTarget.value })}
      />
      {hasTopic && (
        <TextInput
          label={t('Topic of the sample message')}
          spellCheck={false}
          autoCapitalize="off"
          value={sample.topic}
          onChange={(event) => onSample({ ...sample, topic: event.currentTarget.value })}
        />
      )}
      {readerId !== undefined && (
        <Group>
          <Button variant="default" onClick={() => void copyLatest(readerId).catch(toastProblem)}>
            {t('Use latest message')}
          </Button>
          <Text size="sm" role="status">
            {hint}
          </Text>
        </Group>
      )}
      {sample.payload !== '' && <Result preview={preview} />}
    </Stack>
  )
}

const shown = 20

function Result({ preview: { data, error } }: Pick<MappingSampleProps, 'preview'>) {
  if (error) {
    const isMarked =
      error instanceof ApiError && error.fields.some(({ field }) => field.startsWith('mapping.'))
    if (isMarked) return <Text size="sm">{t('Correct the marked fields to see the reads.')}</Text>
    return (
      <Alert color="red" title={t("The sample can't be read")} role="alert">
        {messageOf(error)}
      </Alert>
    )
  }
  if (!data) return null
  const { read_count: count, reads, not_understood: faults, not_understood_texts: texts } = data
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {t('{count, plural, one {# read} other {# reads}}', { count })}
        {count > shown && ` ${t('(the first {count} are shown)', { count: shown })}`}
      </Text>
      {faults.length > 0 && (
        <Alert color="yellow" title={t('Not understood')}>
          <List size="sm">
            {faults.map((fault, at) => (
              <List.Item key={fault}>{serverText(fault, texts[at])}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {reads.length > 0 && <Reads reads={reads.slice(0, shown)} />}
    </Stack>
  )
}

const Reads = ({ reads }: { readonly reads: Preview['reads'] }) => (
  <Table aria-label={t('Reads in the sample')}>
    <Table.Thead>
      <Table.Tr>
        {[t('Tag'), t('Antenna'), t('Time'), 'RSSI'].map((label) => (
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
            <Time at={read.observed_at} empty={t('On arrival')} />
          </Table.Td>
          <Table.Td>{read.rssi ?? '–'}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
