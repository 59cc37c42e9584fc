import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect } from 'react'
import { t } from '../languages/messages'
import { api, dataOf } from '../api/client'
import { usePlace } from '../api/use-locations'
import { tagsLike } from '../records/same-tags'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { PageLink } from '../ui/pages/link'
import { Time } from '../ui/values/time'
import { toastProblem } from '../ui/notices/toasts'
import { UnknownScan } from './glued-scan'
import { OldestScan } from './oldest-scan'
import { dropScans, nameScan } from './outbox'
import type { Scan, ScanLocation } from './scan-store'

interface ScanListProps {
  readonly scans: readonly Scan[]
  /** The value that was scanned last, even when it was already on the list. */
  readonly latest: string | undefined
  /** Where the scans will be submitted. */
  readonly location: ScanLocation | null
}

const shownMax = 50
/** Maximum number of scans to look up, and only in a pause: a burst of RFID tags would cause hundreds of requests. */
const lookupMax = 8
const pauseMs = 400

/** Lists the scans that are not submitted yet, newest first. */
export function ScanList({ scans, latest, location }: ScanListProps) {
  const [settled] = useDebouncedValue(scans.length, pauseMs)
  const newest = scans.toReversed()
  const isPause = settled === scans.length
  return (
    <section aria-labelledby="scanned">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="scanned">
          {t('Scanned: {count}', { count: scans.length })}
        </Title>
        {scans.length > 1 && (
          <ConfirmButton
            label={t('Remove all scans')}
            confirm={t('Remove all scans')}
            title={t('Remove all {count} scans', { count: scans.length })}
            onConfirm={() => dropScans(scans.map(({ value }) => value))}
          >
            {t('This removes all {count} scans from the list. They will not be submitted.', {
              count: scans.length,
            })}
          </ConfirmButton>
        )}
      </Group>
      <OldestScan scans={scans} />
      <ul className="scans" aria-label={t('Scanned')}>
        {newest.slice(0, shownMax).map((scan, at) => (
          <Row
            key={scan.value}
            scan={scan}
            location={location}
            isLatest={scan.value === latest}
            isLookedUp={isPause && at < lookupMax}
          />
        ))}
      </ul>
      {scans.length > shownMax && (
        <Text c="dimmed" ta="center">
          {t('and {count} more', { count: scans.length - shownMax })}
        </Text>
      )}
    </section>
  )
}

interface RowProps {
  readonly scan: Scan
  readonly location: ScanLocation | null
  readonly isLatest: boolean
  readonly isLookedUp: boolean
}

/** Memoized, so that a burst of scans redraws only the rows that change. */
const Row = memo(({ scan: { value, name, observedAt }, location, isLatest, isLookedUp }: RowProps) => {
  return (
    <li data-latest={isLatest || undefined}>
      <div className="grow tag-value">
        <AssetName value={value} known={name} location={location} isLookedUp={isLookedUp} />
        <Text size="sm" ff="monospace">
          {value}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <Time at={observedAt} />
        </Text>
      </div>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('Remove {value}', { value })}
        onClick={() => void dropScans([value]).catch(toastProblem)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </li>
  )
})

interface AssetNameProps {
  readonly value: string
  /** The asset that was found before, even in an earlier visit. */
  readonly known: string | undefined
  readonly location: ScanLocation | null
  readonly isLookedUp: boolean
}

/** Previews which asset has the tag. The service decides when the scan is submitted. */
function AssetName({ value, known, location, isLookedUp }: AssetNameProps) {
  const { data, isError, fetchStatus } = useQuery({
    queryKey: ['assets', 'scanned', value],
    queryFn: async () => {
      const [tag] = (await tagsLike(value)).filter(({ asset_id: id }) => id !== null)
      const id = tag?.asset_id ?? undefined
      return { id, name: tag?.owner_name, from: id === undefined ? undefined : await placeOf(id) }
    },
    enabled: isLookedUp,
    staleTime: 60_000,
    retry: false,
  })
  const name = data?.name
  useEffect(() => {
    if (name !== undefined && name !== known) void nameScan(value, name).catch(toastProblem)
  }, [value, name, known])
  if (!data) {
    const isOffline = isLookedUp && (isError || fetchStatus === 'paused')
    return (
      <>
        {known !== undefined && <Text fw={600}>{known}</Text>}
        {isOffline && (
          <Text size="sm" c="dimmed">
            {t('Without a connection, its location until now is not known.')}
          </Text>
        )}
      </>
    )
  }
  if (name === undefined) return <UnknownScan value={value} />
  return (
    <>
      <PageLink href={`/assets/${data.id}`} fw={600}>
        {name}
      </PageLink>
      {location && <MoveText from={data.from} to={location} />}
    </>
  )
}

/** Returns the location of an asset: null when it was deleted, undefined when the asset was not seen yet. */
async function placeOf(assetId: number): Promise<number | null | undefined> {
  const params = { query: { asset_id: [assetId] } }
  return (await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))).data[0]?.location_id
}

interface MoveTextProps {
  /** As `placeOf` returns it. */
  readonly from: number | null | undefined
  readonly to: ScanLocation
}

/** Says what the submission will change. */
function MoveText({ from, to }: MoveTextProps) {
  const place = usePlace(from ?? null)
  return <Text size="sm">{moveText(place?.name, from === to.id, to.name)}</Text>
}

function moveText(from: string | undefined, isThere: boolean, to: string): string {
  if (isThere) return t('Already at {name}', { name: to })
  return from === undefined ? t('Moves to {to}', { to }) : t('Moves from {from} to {to}', { from, to })
}
