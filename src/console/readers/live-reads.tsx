import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isLive, listen } from '../api/live-events'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { lengthOf } from '../ui/values/format'
import { Section } from '../ui/pages/section'
import { LiveReadLine } from './live-read-line'
import { createLiveReadList, type LiveReadEntry, type LiveReadOrder, nowMs } from './live-read-list'
import type { Reader } from './use-reader'

/** More lines than this can't be followed and slow the page down. */
const shownMax = 200
/** Each antenna of a busy portal may read thousands of tags. */
const keptMax = 20_000
const paintMs = 500

interface Snapshot {
  readonly lines: readonly LiveReadEntry[]
  readonly reads: number
  readonly tags: number
  readonly at: number
}

const noReads: Snapshot = { lines: [], reads: 0, tags: 0, at: 0 }

/** Returns the current reads of a reader, updated twice a second however many arrive, and not at all while paused. */
function useLiveReads(readerId: number, order: LiveReadOrder, isPaused: boolean): Snapshot {
  const list = useRef(createLiveReadList(keptMax))
  const [snapshot, setSnapshot] = useState(noReads)

  useEffect(() => {
    list.current = createLiveReadList(keptMax)
    return listen({ readerId, read: (read) => list.current.add(read, Date.now()) })
  }, [readerId])

  useEffect(() => {
    if (isPaused) return undefined
    const paint = () => {
      const at = Date.now()
      list.current.removeOld(at)
      const { reads, lines: tags } = list.current.counts()
      const lines = list.current.list(order, shownMax, at)
      setSnapshot((before) => (before.reads === 0 && reads === 0 ? before : { lines, reads, tags, at }))
    }
    paint()
    const timer = setInterval(paint, paintMs)
    return () => clearInterval(timer)
  }, [order, isPaused])

  return snapshot
}

const orders = [
  { value: 'latest' as const, label: t('Latest') },
  { value: 'strongest' as const, label: t('Strongest') },
]

/** Shows the tags that the reader is reading now and the result of each read, to test antennas with a tag. */
export function LiveReads({ reader }: { readonly reader: Reader }) {
  const [order, setOrder] = useState<LiveReadOrder>('latest')
  const [isPaused, setPaused] = useState(false)
  const { lines, reads, tags, at } = useLiveReads(reader.id, order, isPaused)
  return (
    <Section
      id="live"
      title={t('Tags being read now')}
      aside={
        tags > 0 && (
          <Group gap="xs">
            <SegmentedControl aria-label={t('Order')} data={orders} value={order} onChange={setOrder} />
            <Button
              variant="default"
              leftSection={
                isPaused ? (
                  <IconPlayerPlay size={16} aria-hidden />
                ) : (
                  <IconPlayerPause size={16} aria-hidden />
                )
              }
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? t('Resume') : t('Pause')}
            </Button>
          </Group>
        )
      }
    >
      <Reason reader={reader} hasLines={tags > 0} />
      {tags > 0 && (
        <>
          <Text size="sm" c="dimmed" data-tags={tags}>
            {t(
              '{tags, plural, one {# tag} other {# tags, counted per antenna}}, {reads, plural, one {# read} other {# reads}} since you opened this page.',
              { tags, reads },
            )}
            {isPaused && ` ${t('Updates are paused.')}`}
            {tags > shownMax && ` ${t('The first {count} tags are shown.', { count: shownMax })}`}
          </Text>
          <ul className="live-reads" tabIndex={0} aria-label={t('Tags being read now')}>
            {lines.map((line) => (
              <LiveReadLine
                key={line.key}
                line={line}
                age={ageOf(at - line.receivedAt)}
                isNow={at - line.receivedAt <= nowMs}
                isActive={reader.is_active}
                minRssi={minRssiOf(reader, line.read.antenna)}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const minRssiOf = ({ antennas }: Reader, antenna: number): number | null =>
  antennas.find(({ port }) => port === antenna)?.min_rssi_dbm ?? null

const ageOf = (ms: number): string =>
  ms < 2000 ? t('now') : t('{length} ago', { length: lengthOf(Math.floor(ms / 1000)) })

interface ReasonProps {
  readonly reader: Reader
  readonly hasLines: boolean
}

/** Explains why there are no reads. The diagnosis explains what is wrong with the reader. */
function Reason({ reader, hasLines }: ReasonProps) {
  const isConnected = useStore(isLive)
  if (!isConnected) return <Note state="offline">{t('Connection lost. Retrying…')}</Note>
  if (hasLines) return null
  return reader.diagnosis?.links.understood === 'ok' ? (
    <Note state="idle">{t('No tags right now. Hold a tag in front of an antenna to see it here.')}</Note>
  ) : (
    <Note state="none">{t('No tags yet.')}</Note>
  )
}

const Note = ({ state, children }: { readonly state: string; readonly children: ReactNode }) => (
  <Text component="div" data-reason={state}>
    {children}
  </Text>
)
