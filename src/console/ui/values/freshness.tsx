import { Group } from '@mantine/core'
import { type Freshness, freshnessOf, freshnessTexts } from './format'
import { Time } from './time'
import { useNow } from './use-now'

/** The mark of a state, whose shape differs without its color. */
export function FreshnessMark({ freshness }: { readonly freshness: Freshness }) {
  const { label, limit } = freshnessTexts[freshness]
  return (
    <span className="state-mark" data-state={freshness} data-freshness={label} title={`${label}: ${limit}`}>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** Shows when an asset was last seen. The mark tells how reliable its position is. */
export const LastSeen = ({ at }: { readonly at: string }) => (
  <Group gap="xs" wrap="nowrap">
    <FreshnessMark freshness={freshnessOf(at, useNow())} />
    <Time at={at} />
  </Group>
)
