import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { queryClient } from '../api/client'
import { type Connection, connection } from '../api/connection'
import { useStore } from '../api/store'
import { t } from '../languages/messages'

const words: Readonly<Record<Exclude<Connection, 'good'>, string>> = {
  unreachable: t('Connection lost. Retrying… The data on this page may be out of date.'),
  unavailable: t('The service is temporarily unavailable. Retrying…'),
}

const retryMs = 5000

/** Shows that the service does not respond, and reloads the data of the page until it does. */
export function ConnectionBanner() {
  const state = useStore(connection)
  useEffect(() => {
    if (state === 'good') {
      // A query that is not polled would keep its error.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      })
      return undefined
    }
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
