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

/** One tag at one antenna: painted again only where what it says is new. */
export const LiveReadLine = memo(({ line: { read, count }, age, isNow, isActive }: LiveReadLineProps) => (
  <li data-now={isNow || undefined}>
    <div className="heard-tag">
      <Becomes read={read} isActive={isActive} />
      <Text size="sm" ff="monospace" className="tag-value">
        {read.value}
      </Text>
      {read.hint && (
        <Text size="sm" c="dimmed">
          {hintText(read.hint)}
        </Text>
      )}
    </div>
    <div className="heard-level">
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

/** Whose tag it is, or why nothing comes of the read. */
function Becomes({ read, isActive }: { readonly read: LiveRead; readonly isActive: boolean }) {
  const { may } = useSignedIn()
  if (read.asset_id !== null)
    return (
      <Group gap="xs">
        <PageLink href={`/assets/${read.asset_id}`} fw={600}>
          {read.asset_name ?? read.asset_external_key ?? read.value}
        </PageLink>
        {read.result !== 'applied' && read.result !== 'duplicate' && (
          <Refused read={read} isActive={isActive} />
        )}
      </Group>
    )
  if (read.result !== 'unknown_tag') return <Refused read={read} isActive={isActive} />
  return (
    <Group gap="xs">
      <Text fw={600}>Unknown</Text>
      {may('manager') && (
        <LinkButton
          href={`/unknown-tags?${new URLSearchParams({ q: read.value }).toString()}`}
          variant="default"
          size="compact-md"
        >
          Bind
        </LinkButton>
      )}
    </Group>
  )
}

const Refused = ({ read, isActive }: { readonly read: LiveRead; readonly isActive: boolean }) => (
  <Text size="sm" fw={600}>
    {read.result === 'ignored' && isActive
      ? "A location's own tag"
      : (readResults[read.result] ?? read.result)}
  </Text>
)
