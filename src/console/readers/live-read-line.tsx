import { Group, Text } from '@mantine/core'
import { memo } from 'react'
import type { LiveRead } from '../api/live-events'
import { useSignedIn } from '../api/session'
import { hintText } from '../records/tag-hint'
import { LinkButton, PageLink } from '../ui/link'
import type { LiveReadEntry } from './live-read-list'
import { readResults } from './reader-state'

interface LiveReadLineProps {
  readonly line: LiveReadEntry
  readonly age: string
  readonly isNow: boolean
  readonly isActive: boolean
}

/** One tag at one antenna. It is rendered again only when its props change. */
export const LiveReadLine = memo(({ line: { read, count }, age, isNow, isActive }: LiveReadLineProps) => (
  <li data-now={isNow || undefined}>
    <div className="live-read-tag">
      <Outcome read={read} isActive={isActive} />
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
      <Text fw={600}>{read.rssi === null ? '–' : `${read.rssi} dBm`}</Text>
      <Text size="sm">
        Antenna {read.antenna} · {count}×
      </Text>
      <Text size="sm" {...(!isNow && { c: 'dimmed' })}>
        {age}
      </Text>
    </div>
  </li>
))

/** The asset that the tag belongs to, or the reason why the read was not applied. */
function Outcome({ read, isActive }: { readonly read: LiveRead; readonly isActive: boolean }) {
  const { may } = useSignedIn()
  if (read.asset_id !== null)
    return (
      <Group gap="xs">
        <PageLink href={`/assets/${read.asset_id}`} fw={600}>
          {read.asset_name ?? read.asset_external_key ?? read.value}
        </PageLink>
        {read.result !== 'applied' && read.result !== 'duplicate' && (
          <Result read={read} isActive={isActive} />
        )}
      </Group>
    )
  if (read.result !== 'unknown_tag') return <Result read={read} isActive={isActive} />
  return (
    <Group gap="xs">
      <Text fw={600}>Unknown</Text>
      {may('manager') && (
        <LinkButton
          href={`/unknown-tags?${new URLSearchParams({ q: read.value }).toString()}`}
          variant="default"
          size="compact-md"
        >
          Assign to an asset
        </LinkButton>
      )}
    </Group>
  )
}

const Result = ({ read, isActive }: { readonly read: LiveRead; readonly isActive: boolean }) => (
  <Text size="sm" fw={600}>
    {read.result === 'ignored' && isActive ? 'Tag of a location' : (readResults[read.result] ?? read.result)}
  </Text>
)
