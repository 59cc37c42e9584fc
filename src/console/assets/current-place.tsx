import { Group, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { deletedLocation } from '../api/record-names'
import { t } from '../languages/messages'
import { exactly, freshnessOf } from '../ui/values/format'
import { FreshnessMark, LastSeen } from '../ui/values/freshness'

/** Where the assets of a list are now, and since when that is known. */

/** The id of a location is null when it was deleted. */
export interface Place {
  readonly id: number | null
  readonly name: string
  readonly seenAt: string
}

/** Returns where an asset of the list is; undefined when it was never seen. */
export const placeOf = ({
  location_id: id,
  location_name: name,
  asset_last_seen: seenAt,
}: Pick<Schemas['ListedAsset'], 'location_id' | 'location_name' | 'asset_last_seen'>): Place | undefined =>
  seenAt === null ? undefined : { id, name: name ?? deletedLocation, seenAt }

export const NotSeen = () => <Text c="dimmed">{t('Not seen yet')}</Text>

/** A location is only as good as its age. @param then the instant of a list of the past, whose ages are those of then */
export const SeenAt = ({ at, then }: { readonly at: string; readonly then: string | undefined }) =>
  then === undefined ? (
    <LastSeen at={at} />
  ) : (
    <Group gap="xs" wrap="nowrap">
      <FreshnessMark freshness={freshnessOf(at, Date.parse(then))} />
      <time dateTime={at}>{exactly(at)}</time>
    </Group>
  )
