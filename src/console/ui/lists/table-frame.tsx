import { type ReactNode, useEffect, useRef, useState } from 'react'

interface TableFrameProps {
  /** The button that chooses the columns. */
  readonly columns: ReactNode
  /** The table. */
  readonly children: ReactNode
}

/** A table that scrolls sideways when it is wider than its page. Otherwise the header of a list with a selection stays in view. */
export function TableFrame({ columns, children }: TableFrameProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const outer = scroller.current
    const table = outer?.firstElementChild
    if (!outer || !table) return
    const observer = new ResizeObserver(() => setFits(table.scrollWidth <= outer.clientWidth))
    observer.observe(outer)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="table-frame" data-fits={fits || undefined}>
      {columns && <div className="table-columns">{columns}</div>}
      <div className="table-scroll" ref={scroller}>
        {children}
      </div>
    </div>
  )
}
