import { ActionIcon, Button, Text } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { t } from '../languages/messages'
import { fromLocal, timeFormat, toLocal } from '../languages/zone'
import { timeOfDayOf } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import type { Day } from './use-day'

const date = timeFormat({ weekday: 'short', day: 'numeric', month: 'short' })

/** Goes through the last 24 hours of a plan: bars of the moves, a handle, and a button that plays them. */
export function TimeSlider({ day }: { readonly day: Day }) {
  const now = useNow()
  const { step, isPlaying } = day
  const at = step === null ? now : day.timeOf(step)
  return (
    <div className="plan-slider">
      {!day.isCurrent && (
        <Text size="sm" role="status" className="plan-slider-note">
          {t('The latest moves are not counted yet. This takes a few minutes.')}
        </Text>
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isPlaying ? t('Pause') : t('Play the last 24 hours')}
        onClick={isPlaying ? day.pause : day.play}
      >
        {isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      </ActionIcon>
      <Track day={day} at={at} />
      <div className="plan-clock">
        <b>{timeOfDayOf(at)}</b>
        <span>{date.format(at)}</span>
        {step !== null && (
          <Button size="compact-sm" onClick={() => day.goTo(null)}>
            {t('Back to live')}
          </Button>
        )}
      </div>
    </div>
  )
}

const barsHeight = 30
const baseline = 38
const hoursBetweenLabels = 4

function Track({ day, at }: { readonly day: Day; readonly at: number }) {
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const own = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sized, own)
  const { moves, step, goTo } = day
  const count = moves.length

  function drag(event: PointerEvent): void {
    const box = own.current?.getBoundingClientRect()
    if (!box) return
    const next = Math.round(((event.clientX - box.left) / box.width) * count) - 1
    goTo(next >= count - 1 ? null : Math.max(0, next))
  }

  function press(event: KeyboardEvent): void {
    const current = step ?? count - 1
    const next = {
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
    }
    const far = { PageDown: current - 9, PageUp: current + 9, Home: 0, End: count }
    const target = ({ ...next, ...far } as Record<string, number>)[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target >= count - 1 ? null : Math.max(0, target))
  }

  return (
    <div
      ref={ref}
      className="plan-track"
      role="slider"
      tabIndex={0}
      aria-label={t('Time')}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={step ?? count - 1}
      aria-valuetext={
        step === null ? t('{time}, live', { time: timeOfDayOf(at) }) : `${date.format(at)} ${timeOfDayOf(at)}`
      }
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag(event)
      }}
      onPointerMove={(event) => event.buttons > 0 && drag(event)}
    >
      <TrackDrawing day={day} width={width} />
    </div>
  )
}

function TrackDrawing({ day, width }: { readonly day: Day; readonly width: number }) {
  const { moves, step } = day
  const most = Math.max(1, ...moves)
  const slot = width / moves.length
  const x = step === null ? width : (step + 1) * slot
  return (
    <svg aria-hidden>
      {moves.map((number, index) => {
        const height = number === 0 ? 1 : 3 + (number / most) * (barsHeight - 3)
        return (
          <rect
            key={index}
            className="bar"
            data-current={step !== null && Math.abs(index - step) < 1 ? '' : undefined}
            x={index * slot}
            y={baseline - height}
            width={Math.max(1, slot - (slot > 3 ? 1.5 : 0.5))}
            height={height}
            rx={1}
          />
        )
      })}
      <line x1={0} x2={width} y1={baseline + 0.5} y2={baseline + 0.5} />
      {labelsOf(day, width).map(({ text, left }) => (
        <text key={left} x={left} y={baseline + 17}>
          {text}
        </text>
      ))}
      <line className="handle-line" x1={x} x2={x} y1={4} y2={baseline} />
      <circle className="handle" data-live={step === null ? '' : undefined} cx={x} cy={baseline} r={6.5} />
    </svg>
  )
}

/** Returns the full hours of the day that have room for a label. */
function labelsOf({ moves, timeOf }: Day, width: number): { text: string; left: number }[] {
  const [from, to] = [timeOf(-1), timeOf(moves.length - 1)]
  const first = new Date(fromLocal(toLocal(from).setUTCMinutes(0, 0, 0)))
  const hours = width < 320 ? hoursBetweenLabels * 2 : hoursBetweenLabels
  const labels: { text: string; left: number }[] = []
  for (const hour = first; hour.getTime() <= to; hour.setTime(hour.getTime() + 3_600_000)) {
    const left = ((hour.getTime() - from) / (to - from)) * width
    if (toLocal(hour).getUTCHours() % hours === 0 && left >= 0 && left < width - 60)
      labels.push({ text: timeOfDayOf(hour), left })
  }
  return labels
}
