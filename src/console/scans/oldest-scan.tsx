import { Text } from '@mantine/core'
import { rich } from '../languages/rich'
import { Time } from '../ui/values/time'
import type { Scan } from './scan-store'

/** Says how old the oldest of the scans is that are not sent, because they exist on this device only. */
export function OldestScan({ scans }: { readonly scans: readonly Scan[] }) {
  const [oldest] = scans.map(({ observedAt }) => observedAt).toSorted()
  if (oldest === undefined) return null
  return (
    <Text size="sm" component="div">
      {rich('The oldest scan is from {time}.', { time: <Time at={oldest} /> })}
    </Text>
  )
}
