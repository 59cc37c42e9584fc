import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { useOpenAlerts } from './alert-queries'

/**
 * The number of open alerts that nobody has, in red; nothing at 0, and a question mark while it can't be loaded. It is part of the
 * name of the link around it.
 */
export function NobodyHas() {
  const { data, isUnknown } = useOpenAlerts()
  const count = data?.unacknowledged_count ?? 0
  if (count === 0 && !isUnknown) return null
  return (
    <span className="alert-count" data-unknown={isUnknown || undefined}>
      <span aria-hidden>{isUnknown ? '?' : counted(count)}</span>
      <span className="visually-hidden">
        {isUnknown ? t(', number not known') : t(', {count} unacknowledged', { count })}
      </span>
    </span>
  )
}
