import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { useOpenAlerts } from './alert-queries'

/** The number of open alerts that nobody has, in red; nothing at 0. It is part of the name of the link around it. */
export function NobodyHas() {
  const count = useOpenAlerts().data?.unacknowledged_count ?? 0
  if (count === 0) return null
  return (
    <span className="alert-count">
      <span aria-hidden>{counted(count)}</span>
      <span className="visually-hidden">{t(', {count} unacknowledged', { count })}</span>
    </span>
  )
}
