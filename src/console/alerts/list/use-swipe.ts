import { type PointerEvent, useRef } from 'react'

/** So far a finger moves until the row acts, in CSS pixels. */
const enough = 96
/** A finger that moves less is not a swipe yet. */
const least = 12

interface Touch {
  readonly x: number
  readonly y: number
  isSwipe: boolean
}

type RowEvent = PointerEvent<HTMLElement>

/** Makes a row act when a finger moves it to the right. The row must offer the same with a button. */
export function useSwipe(act: (() => void) | undefined) {
  const touch = useRef<Touch | null>(null)
  if (!act) return {}

  const moved = ({ clientX, clientY }: RowEvent, { x, y }: Touch) => ({
    right: clientX - x,
    down: clientY - y,
  })

  function end({ currentTarget: row }: RowEvent): void {
    touch.current = null
    row.style.removeProperty('translate')
    delete row.dataset['swiped']
  }

  return {
    'data-swipes': true,
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: RowEvent): void {
      if (pointerType === 'touch' && isPrimary) touch.current = { x, y, isSwipe: false }
    },
    onPointerMove(event: RowEvent): void {
      const { current } = touch
      if (!current) return
      const { right, down } = moved(event, current)
      current.isSwipe ||= right > least && right > 2 * Math.abs(down)
      if (!current.isSwipe) return
      const { style, dataset } = event.currentTarget
      style.translate = `${Math.max(0, right)}px`
      dataset['swiped'] = String(right >= enough)
    },
    onPointerUp(event: RowEvent): void {
      const { current } = touch
      const isFar = current?.isSwipe === true && moved(event, current).right >= enough
      end(event)
      if (isFar) act()
    },
    onPointerCancel: end,
  }
}
