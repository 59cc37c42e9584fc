import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { queryClient } from '../api/client'
import { type Connection, connection } from '../api/connection'
import { ApiError } from '../api/errors'
import { useStore } from '../api/store'
import { t } from '../languages/messages'

const words: Readonly<Record<Exclude<Connection, 'good'>, string>> = {
  unreachable: t('Connection lost. Retrying… The data on this page may be out of date.'),
  unavailable: t('The service is temporarily unavailable. Retrying…'),
}

const retryMs = 5000

/** A query that is not polled would keep its error. */
const refetchFailed = (isWanted: (error: Error | null) => boolean) =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { status, error } }) => status === 'error' && isWanted(error),
  })

const isUnavailable = (error: Error | null): boolean => error instanceof ApiError && error.status === 503

/** Shows that the service does not respond, and reloads the data of the page until it does. */
export function ConnectionBanner() {
  const state = useStore(connection)
  useEffect(() => {
    if (state === 'good') {
      void refetchFailed((error) => !isUnavailable(error))
      // Later, because the responses to other requests do not show that these would succeed now.
      const timer = setTimeout(() => void refetchFailed(isUnavailable), retryMs)
      return () => clearTimeout(timer)
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
