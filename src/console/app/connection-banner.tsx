import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { queryClient } from '../api/client'
import { type Connection, connection } from '../api/connection'
import { useStore } from '../api/store'

const words: Readonly<Record<Exclude<Connection, 'good'>, string>> = {
  unreachable: "The service can't be reached. What you see may be out of date; it is tried again by itself.",
  unavailable: 'The service is not available at the moment. It is tried again by itself.',
}

const retryMs = 5000

/** Says that the service does not answer, and asks again until it does. */
export function ConnectionBanner() {
  const state = useStore(connection)
  useEffect(() => {
    if (state === 'good') return undefined
    const timer = setInterval(() => void queryClient.refetchQueries({ type: 'active' }), retryMs)
    return () => clearInterval(timer)
  }, [state])
  if (state === 'good') return null
  return (
    <Alert color="yellow" mb="md" role="alert">
      {words[state]}
    </Alert>
  )
}
