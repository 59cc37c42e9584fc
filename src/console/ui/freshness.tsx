import { Group } from '@mantine/core'
import { freshnessOf } from './format'
import { Time, useNow } from './time'

const labels = { fresh: 'Fresh', aging: 'Aging', stale: 'Stale' } as const

/** Shows when an asset was last seen. The shape of the mark tells how reliable its position is, without its color. */
export function LastSeen({ at }: { readonly at: string }) {
  const freshness = freshnessOf(at, useNow())
  const label = labels[freshness]
  return (
    <Group gap="xs" wrap="nowrap">
      <span className="state-mark" data-state={freshness} data-freshness={label} title={label}>
        <span className="visually-hidden">{label}</span>
      </span>
      <Time at={at} />
    </Group>
  )
}
