import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ClockTime, Time } from '../ui/values/time'
import { causes } from './chain-causes'
import { clockOf } from './clock'
import type { Reader } from './use-reader'

/** Shows what is wrong with a reader in a short phrase; otherwise the time of its last message. */
export function ReaderState({ reader }: { readonly reader: Reader }) {
  const { is_active: isActive, diagnosis, health } = reader
  if (!diagnosis) return <Text size="sm">{isActive ? t('Active') : t('Inactive')}</Text>
  const isBroken = isActive && Object.values(diagnosis.links).includes('broken')
  const state = isBroken ? 'problem' : diagnosis.cause === null ? 'fresh' : 'stale'
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="xs" wrap="nowrap" data-state={state}>
        <span className="state-mark" data-state={state} aria-hidden />
        {diagnosis.cause === null ? (
          <Time at={health?.last_message_at ?? null} />
        ) : (
          <Text span size="sm" {...(isBroken && { fw: 600 })}>
            {causes[diagnosis.cause].phrase(diagnosis, reader)}
          </Text>
        )}
        {diagnosis.cause === null && <span className="visually-hidden">{`, ${t('placing assets')}`}</span>}
      </Group>
      {isBroken && diagnosis.since !== null && (
        <Text span size="sm" c="dimmed">
          {rich('Since {time}', { time: <ClockTime at={diagnosis.since} /> })}
        </Text>
      )}
      <Warnings reader={reader} />
    </Stack>
  )
}

/** A wrong clock and disconnected antennas, which do not break the chain. */
function Warnings({ reader: { health, diagnosis } }: { readonly reader: Reader }) {
  if (!health) return null
  const disconnected = health.antennas.filter(({ is_connected: isConnected }) => !isConnected)
  return (
    <>
      {health.clock && diagnosis?.cause !== 'clock_behind' && (
        <Warning>{t('Clock {clock}', { clock: clockOf(health.clock.offset_seconds) })}</Warning>
      )}
      {disconnected.map(({ port }) => (
        <Warning key={port}>{t('Antenna {port} disconnected', { port })}</Warning>
      ))}
    </>
  )
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <Group gap={6} wrap="nowrap">
    <IconAlertTriangle size={16} aria-hidden className="rigid" />
    <Text size="sm">{children}</Text>
  </Group>
)

/** The labels of the results of messages and reads (docs/history.md, Counters). */
export const messageResults: Readonly<Record<string, string>> = {
  accepted: t('Accepted'),
  duplicate: t('Duplicate'),
  malformed: t('Not understood'),
  unauthorized: t('Wrong topic'),
}

export const readResults: Readonly<Record<string, string>> = {
  applied: t('Applied'),
  duplicate: t('Duplicate'),
  unknown_tag: t('Unknown tag'),
  unmapped_antenna: t('Antenna without a location'),
  unresolved_location: t('Location deleted'),
  ignored: t('Ignored'),
}
