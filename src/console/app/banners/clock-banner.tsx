import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../api/session'
import { clockQuery } from './clock-query'
import { ClockWarning } from './clock-warning'

/** Warns admins that the server's clock may be wrong. */
export const ClockBanner = () => (useSignedIn().may('admin') ? <Clock /> : null)

function Clock() {
  const { data: clock } = useQuery(clockQuery)
  if (!clock || clock.state === 'believed') return null
  return <ClockWarning />
}
