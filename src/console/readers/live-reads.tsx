import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isLive, listen } from '../api/live-events'
import { useStore } from '../api/store'
import { counted, lengthOf } from '../ui/format'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { LiveReadLine } from './live-read-line'
import { createLiveReadList, type LiveReadEntry, type LiveReadOrder, nowMs } from './live-read-list'
import type { Reader } from './use-reader'

/** A page with more lines than these is neither read nor smooth. */
const shownMax = 200
/** Each antenna of a busy portal may see thousands of tags. */
const keptMax = 20_000
const paintMs = 500

interface Picture {
  readonly lines: readonly LiveReadEntry[]
  readonly reads: number
  readonly tags: number
  readonly at: number
}

const nothing: Picture = { lines: [], reads: 0, tags: 0, at: 0 }

/** What the reader hears, twice a second however much that is; it stands still while it is paused. */
function useHeard(readerId: number, order: LiveReadOrder, isPaused: boolean): Picture {
  const heard = useRef(createLiveReadList(keptMax))
  const [picture, setPicture] = useState(nothing)

  useEffect(() => {
    heard.current = createLiveReadList(keptMax)
    return listen({ readerId, read: (read) => heard.current.take(read, Date.now()) })
  }, [readerId])

  useEffect(() => {
    if (isPaused) return undefined
    const paint = () => {
      const at = Date.now()
      heard.current.forgetOld(at)
      const { reads, lines: tags } = heard.current.counts()
      const lines = heard.current.list(order, shownMax, at)
      setPicture((before) => (before.reads === 0 && reads === 0 ? before : { lines, reads, tags, at }))
    }
    paint()
    const timer = setInterval(paint, paintMs)
    return () => clearInterval(timer)
  }, [order, isPaused])

  return picture
}

const orders = [
  { value: 'latest' as const, label: 'Latest' },
  { value: 'strongest' as const, label: 'Strongest' },
]

/** For whoever holds a tag before an antenna: what the reader hears at this moment, and what becomes of it. */
export function LiveReads({ reader }: { readonly reader: Reader }) {
  const [order, setOrder] = useState<LiveReadOrder>('latest')
  const [isPaused, setPaused] = useState(false)
  const { lines, reads, tags, at } = useHeard(reader.id, order, isPaused)
  return (
    <Section
      id="live"
      title="What it hears now"
      aside={
        tags > 0 && (
          <Group gap="xs">
            <SegmentedControl aria-label="First" data={orders} value={order} onChange={setOrder} />
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
              {isPaused ? 'Go on' : 'Pause'}
            </Button>
          </Group>
        )
      }
    >
      <Reason reader={reader} hasLines={tags > 0} />
      {tags > 0 && (
        <>
          <Text size="sm" c="dimmed" data-heard={tags}>
            {tags === 1 ? '1 tag' : `${counted(tags)} tags, each at each antenna`}, {counted(reads)}{' '}
            {reads === 1 ? 'read' : 'reads'} since this page was opened
            {isPaused && '. Paused: this is how it was'}
            {tags > shownMax && `. The first ${shownMax} are shown`}
          </Text>
          <ul className="heard" aria-label="Tags that it hears">
            {lines.map((line) => (
              <LiveReadLine
                key={line.key}
                line={line}
                age={ageOf(at - line.receivedAt)}
                isNow={at - line.receivedAt <= nowMs}
                isActive={reader.is_active}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const ageOf = (ms: number): string => (ms < 2000 ? 'now' : `${lengthOf(Math.floor(ms / 1000))} ago`)

interface ReasonProps {
  readonly reader: Reader
  readonly hasLines: boolean
}

/** Why nothing is heard, or nothing comes of what is. */
function Reason({ reader, hasLines }: ReasonProps) {
  const isConnected = useStore(isLive)
  const { health } = reader
  if (!reader.is_active)
    return <Note state="inactive">The reader is inactive: nothing is kept of what it sends.</Note>
  if (!health)
    return (
      <Note state="never">
        It has never connected. Type into it what stands on this page, or look whether it reaches this
        machine.
      </Note>
    )
  if (health.problem && health.problem.at >= health.last_message_at)
    return (
      <Note state="problem">
        Its last message (<Time at={health.problem.at} />) was not all of use: {health.problem.message}.
      </Note>
    )
  if (health.silent_since !== null)
    return (
      <Note state="silent">
        Silent since <Time at={health.silent_since} />. Is it on, and connected?
      </Note>
    )
  if (!isConnected)
    return <Note state="offline">This page is not connected to the service; it tries again by itself.</Note>
  if (hasLines) return null
  return (
    <Note state="quiet">Nothing at this moment. Hold a tag before an antenna: it shows here at once.</Note>
  )
}

const Note = ({ state, children }: { readonly state: string; readonly children: ReactNode }) => (
  <Text component="div" data-reason={state}>
    {children}
  </Text>
)
