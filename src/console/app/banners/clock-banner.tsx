import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSignedIn } from '../../api/session'
import { lazily } from '../../ui/pages/lazily'
import { clockQuery } from './clock-query'

/** Rarely needed, so it is not part of the first script. */
const ClockWarning = lazily(async () => (await import('./clock-warning')).ClockWarning)

/** Warns admins that the server's clock may be wrong. */
export const ClockBanner = () => (useSignedIn().may('admin') ? <Clock /> : null)

function Clock() {
  const { data: clock } = useQuery(clockQuery)
  if (!clock || clock.state === 'believed') return null
  return (
    <Suspense>
      <ClockWarning />
    </Suspense>
  )
}
