import { Group, Text } from '@mantine/core'
import { memo } from 'react'
import type { LiveRead } from '../api/live-events'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { hintText } from '../records/tag-hint'
import { signed } from '../ui/values/format'
import { LinkButton, PageLink } from '../ui/pages/link'
import type { LiveReadEntry } from './live-read-list'
import { readResults } from './reader-state'

interface LiveReadLineProps {
  readonly line: LiveReadEntry
  readonly age: string
  readonly isNow: boolean
  /** Whether the reader is active. */
  readonly isActive: boolean
  /** The minimum RSSI of the antenna in dBm. */
  readonly minRssi: number | null
}

/** One tag at one antenna. It is rendered again only when its props change. */
export const LiveReadLine = memo(({ line: { read, count }, age, isNow, ...reader }: LiveReadLineProps) => (
  <li data-now={isNow || undefined}>
    <div className="live-read-tag">
      <Outcome read={read} {...reader} />
      <Text size="sm" ff="monospace" className="tag-value">
        {read.value}
      </Text>
      {read.hint && (
        <Text size="sm" c="dimmed">
          {hintText(read.hint)}
        </Text>
      )}
    </div>
    <div className="live-read-level">
      <Text fw={600}>{read.rssi === null ? '–' : t('{rssi} dBm', { rssi: signed(read.rssi) })}</Text>
      <Text size="sm">{t('Antenna {antenna} · {count}×', { antenna: read.antenna, count })}</Text>
      <Text size="sm" {...(!isNow && { c: 'dimmed' })}>
        {age}
      </Text>
    </div>
  </li>
))

type ResultProps = Pick<LiveReadLineProps, 'isActive' | 'minRssi'> & { readonly read: LiveRead }

/** The asset that the tag belongs to, or the reason why the read was not applied. */
function Outcome(props: ResultProps) {
  const { read } = props
  const { may } = useSignedIn()
  if (read.asset_id !== null)
    return (
      <Group gap="xs">
        <PageLink href={`/assets/${read.asset_id}`} fw={600}>
          {read.asset_name ?? read.asset_external_key ?? read.value}
        </PageLink>
        {read.result !== 'applied' && read.result !== 'duplicate' && <Result {...props} />}
      </Group>
    )
  if (read.result !== 'unknown_tag') return <Result {...props} />
  return (
    <Group gap="xs">
      <Text fw={600}>{t('Unknown')}</Text>
      {may('manager') && (
        <LinkButton
          href={`/unknown-tags?${new URLSearchParams({ q: read.value }).toString()}`}
          variant="default"
          size="compact-md"
        >
          {t('Assign to an asset')}
        </LinkButton>
      )}
    </Group>
  )
}

const Result = (props: ResultProps) => (
  <Text size="sm" fw={600}>
    {props.read.result === 'ignored'
      ? reasonOf(props)
      : (readResults[props.read.result] ?? props.read.result)}
  </Text>
)

/** Returns why a read was ignored. The service checks in the same order. */
function reasonOf({ read, isActive, minRssi }: ResultProps): string {
  if (!isActive) return t('Ignored')
  return read.rssi !== null && minRssi !== null && read.rssi < minRssi
    ? t('Ignored, too weak')
    : t('Tag of a location')
}
