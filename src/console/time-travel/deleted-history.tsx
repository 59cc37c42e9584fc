import { useState } from 'react'
import { serviceNow } from '../api/service-clock'
import { useOrganization } from '../api/use-organization'
import { t } from '../languages/messages'
import { dayText, localDay } from '../ui/values/format'
import { TimeNotice } from './time-notice'

const dayMs = 86_400_000

/** The service answers for a time whose history it has deleted as if nothing had happened then. */
export function DeletedHistory({ since }: { readonly since: string }) {
  const { data } = useOrganization()
  const [opened] = useState(() => serviceNow())
  const days = data?.history_retention_days ?? null
  if (days === null) return null
  const kept = opened - days * dayMs
  if (Date.parse(since) >= kept) return null
  const text = t(
    'The history is kept for {count, plural, one {# day} other {# days}}. What happened before {day} may be missing.',
    { count: days, day: dayText(localDay(new Date(kept))) },
  )
  return <TimeNotice text={text} />
}
