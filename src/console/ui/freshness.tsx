import { Badge, Group } from '@mantine/core'
import { freshnessOf } from './format'
import { Time, useNow } from './time'

const looks = {
  fresh: { color: 'teal', label: 'Fresh' },
  aging: { color: 'yellow', label: 'Aging' },
  stale: { color: 'red', label: 'Stale' },
} as const

/** Shows when an asset was last seen, with a badge that indicates how reliable its position is. */
export function LastSeen({ at }: { readonly at: string }) {
  const { color, label } = looks[freshnessOf(at, useNow())]
  return (
    <Group gap="xs">
      <Badge variant="dot" color={color} miw="max-content" data-freshness={label}>
        {label}
      </Badge>
      <Time at={at} />
    </Group>
  )
}
