import { Slider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { midnight, timeFormat } from '../languages/zone'
import { timeOfDayOf } from '../ui/values/format'

interface DaySliderProps {
  /** In milliseconds since 1970. The slider covers the day of this instant. */
  readonly at: number
  /** Called when the user releases the slider. */
  readonly onChange: (at: number) => void
}

const minuteMs = 60_000
const stepMinutes = 5

/** A slider over one day, which has 23 or 25 hours when daylight saving time changes. */
export function DaySlider({ at, onChange }: DaySliderProps) {
  const day = new Date(at)
  const [start, end] = [midnight(day).getTime(), midnight(day, 1).getTime()]
  const minutes = Math.floor((at - start) / minuteMs)
  const [shown, setShown] = useState(minutes)
  useEffect(() => setShown(minutes), [minutes])

  const timeAt = (minute: number) => timeOfDayOf(start + minute * minuteMs)
  const last = (end - start) / minuteMs
  return (
    <Slider
      className="day-slider"
      size="lg"
      thumbSize={28}
      min={0}
      max={last}
      step={stepMinutes}
      value={shown}
      // There is nothing to show in the future, so the handle stays at now.
      onChange={(minute) => setShown(Math.min(minute, Math.floor((serviceNow() - start) / minuteMs)))}
      onChangeEnd={(minute) => onChange(start + Math.min(minute, last - 1) * minuteMs)}
      label={timeAt}
      thumbLabel={t('Time of day')}
      thumbProps={{ 'aria-valuetext': timeAt(shown) }}
      marks={[0, 360, 720, 1080, last].map((minute) => ({
        value: minute,
        label: hourOnly.format(start + minute * minuteMs),
      }))}
    />
  )
}

const hourOnly = timeFormat({ hour: 'numeric' })
