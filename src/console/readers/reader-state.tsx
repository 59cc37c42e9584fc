import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lengthOf } from '../ui/format'
import { Time } from '../ui/time'
import type { Reader } from './use-reader'

/** Shows whether a reader is sending messages, with the time of its last message. */
export function ReaderState({ reader }: { readonly reader: Reader }) {
  const { is_active: isActive, kind, health } = reader
  if (!isActive) return <Badge color="gray">Inactive</Badge>
  if (kind === 'handheld') return <Text size="sm">Active</Text>
  if (!health) return <State color="gray" label="No messages yet" />
  const silent = health.silent_since
  return silent === null ? (
    <State color="teal" label="Live" at={health.last_message_at} />
  ) : (
    <State color="orange" label="Silent" at={silent} />
  )
}

const State = ({
  color,
  label,
  at,
}: {
  readonly color: string
  readonly label: string
  readonly at?: string
}) => (
  <Group gap="xs" wrap="nowrap">
    <Badge variant="dot" color={color} miw="max-content" data-state={label}>
      {label}
    </Badge>
    {at !== undefined && <Time at={at} />}
  </Group>
)

/** Lists the problems of a reader, or a dash when there are none. */
export function ReaderWarnings({ reader: { health } }: { readonly reader: Reader }) {
  if (!health) return <span>–</span>
  const disconnected = health.antennas.filter(({ is_connected: isConnected }) => !isConnected)
  const { clock, problem } = health
  if (!clock && !problem && disconnected.length === 0) return <span>–</span>
  return (
    <Stack gap={4} align="flex-start">
      {clock && <Warning>Clock {clockOf(clock.offset_seconds)}</Warning>}
      {disconnected.map(({ port }) => (
        <Warning key={port}>Antenna {port} disconnected</Warning>
      ))}
      {problem && (
        <Text size="sm" className="tag-value">
          {problem.message} (<Time at={problem.at} />)
        </Text>
      )}
    </Stack>
  )
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <Group gap={6} wrap="nowrap">
    <IconAlertTriangle size={16} aria-hidden className="rigid" />
    <Text size="sm" fw={600}>
      {children}
    </Text>
  </Group>
)

/** "7 min ahead" */
export const clockOf = (offsetSeconds: number): string =>
  `${lengthOf(Math.abs(offsetSeconds))} ${offsetSeconds > 0 ? 'ahead' : 'behind'}`

/** The labels of the results of messages and reads (docs/history.md, Counters). */
export const messageResults: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  malformed: 'Malformed',
  unauthorized: 'Unauthorized',
}

export const readResults: Readonly<Record<string, string>> = {
  applied: 'Applied',
  duplicate: 'Duplicate',
  unknown_tag: 'Unknown tag',
  unmapped_antenna: 'Antenna without a location',
  unresolved_location: 'Location deleted',
  ignored: 'Ignored',
}
