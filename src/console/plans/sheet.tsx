import { UnstyledButton } from '@mantine/core'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../languages/messages'

const heights = ['peek', 'half', 'full'] as const
type Height = (typeof heights)[number]

const labels: Readonly<Record<Height, string>> = {
  peek: t('Show the list'),
  half: t('Show the whole list'),
  full: t('Close the list'),
}
/** A drag over less is a press, in pixels. */
const pressMax = 12

interface SheetProps {
  /** The selected location. The sheet opens when another one is selected. */
  readonly selected: number | undefined
  readonly children: ReactNode
}

/** The list over the plan of a phone, with three heights. A press on its handle or a drag changes the height. */
export function Sheet({ selected, children }: SheetProps) {
  const [height, setHeight] = useState<Height>('peek')
  const [shown, setShown] = useState(selected)
  const start = useRef<number>(undefined)
  const body = useRef<HTMLDivElement>(null)
  if (shown !== selected) {
    setShown(selected)
    setHeight('half')
  }
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0
  }, [height, selected])

  const moveBy = (steps: number): void => {
    const index = Math.min(heights.length - 1, Math.max(0, heights.indexOf(height) + steps))
    setHeight(heights[index] as Height)
  }
  function drop(event: PointerEvent): void {
    const by = event.clientY - (start.current ?? event.clientY)
    if (Math.abs(by) > pressMax) moveBy(by < 0 ? 1 : -1)
  }
  return (
    <div className="plan-sheet" data-height={height}>
      <UnstyledButton
        className="sheet-handle"
        aria-label={labels[height]}
        aria-expanded={height !== 'peek'}
        onPointerDown={(event) => {
          start.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerUp={drop}
        onClick={({ clientY, detail }) => {
          const isDrag = detail > 0 && Math.abs(clientY - (start.current ?? clientY)) > pressMax
          if (!isDrag) setHeight(height === 'full' ? 'peek' : height === 'half' ? 'full' : 'half')
        }}
      />
      <div ref={body} className="sheet-body" onFocus={() => height === 'peek' && setHeight('half')}>
        {children}
      </div>
    </div>
  )
}
