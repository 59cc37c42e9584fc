import { useEffect, useRef, useState } from 'react'
import { giveFeedback } from '../ui/feedback'
import { useOpenAlerts } from './alert-queries'
import { useAlertTitle } from './alert-texts'
import { isToneOn } from './tone'

interface UrgentNewsProps {
  /** The ids of the alerts that were open when the page was opened. */
  readonly known: ReadonlySet<number>
}

/** Says each urgent alert that opens while the page is open, once, and plays the tone. */
export function UrgentNews({ known }: UrgentNewsProps) {
  const { data } = useOpenAlerts()
  const titleOf = useAlertTitle()
  const said = useRef(new Set(known))
  const [news, setNews] = useState('')
  useEffect(() => {
    const fresh = (data?.data ?? []).filter(
      ({ id, severity, acknowledged_at: takenAt, is_late: isLate }) =>
        !said.current.has(id) && severity === 'urgent' && takenAt === null && !isLate,
    )
    if (fresh.length === 0) return
    for (const { id } of fresh) said.current.add(id)
    setNews(fresh.map(titleOf).join('. '))
    if (isToneOn()) giveFeedback('alert')
  }, [data, titleOf])
  return (
    <p role="alert" className="visually-hidden">
      {news}
    </p>
  )
}
