import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { isNumberUnknown, useOpenAlerts } from './alert-queries'

/**
 * The number of open alerts that nobody has, in red; nothing at 0, and a question mark while it can't be loaded. It is part of the
 * name of the link around it.
 */
export function NobodyHas() {
  const query = useOpenAlerts()
  const isUnknown = isNumberUnknown(query)
  const count = query.data?.unacknowledged_count ?? 0
  if (count === 0 && !isUnknown) return null
  return (
    <span className="alert-count" data-unknown={isUnknown || undefined}>
      <span aria-hidden>{isUnknown ? '?' : counted(count)}</span>
      <span className="visually-hidden">
        {isUnknown ? t(', number unknown') : t(', {count} unacknowledged', { count })}
      </span>
    </span>
  )
}
