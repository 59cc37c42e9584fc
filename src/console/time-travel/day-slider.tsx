import { Slider } from '@mantine/core'
import { useEffect, useState } from 'react'

interface DaySliderProps {
  /** Milliseconds since 1970; the slider spans the day around it, in the viewer's zone. */
  readonly at: number
  /** Called when the hand lets go. */
  readonly onChange: (at: number) => void
}

const minuteMs = 60_000
const stepMinutes = 5

/** Goes through one day, from midnight to midnight: 23 or 25 hours where the clock is changed. */
export function DaySlider({ at, onChange }: DaySliderProps) {
  const day = new Date(at)
  const start = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
  const end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
  const minutes = Math.floor((at - start) / minuteMs)
  const [hand, setHand] = useState(minutes)
  useEffect(() => setHand(minutes), [minutes])

  const timeAt = (minute: number) => clock.format(start + minute * minuteMs)
  const last = (end - start) / minuteMs
  return (
    <Slider
      className="day-slider"
      size="lg"
      thumbSize={28}
      min={0}
      max={last}
      step={stepMinutes}
      value={hand}
      onChange={setHand}
      onChangeEnd={(minute) => onChange(start + Math.min(minute, last - 1) * minuteMs)}
      label={timeAt}
      thumbLabel="Time of the day"
      thumbProps={{ 'aria-valuetext': timeAt(hand) }}
      marks={[0, 360, 720, 1080, last].map((minute) => ({
        value: minute,
        label: hourAlone.format(start + minute * minuteMs),
      }))}
    />
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const hourAlone = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
