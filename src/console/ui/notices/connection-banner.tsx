import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { queryClient } from '../../api/client'
import { connection, lastHeardAt } from '../../api/connection'
import { ApiError } from '../../api/errors'
import { useStore } from '../../api/store'
import { inServiceTime, serviceNow } from '../../api/service-clock'
import { t } from '../../languages/messages'
import { secondOf } from '../values/format'

/** Says since when the page has received nothing. */
function noDataSince(): string {
  const at = lastHeardAt()
  return at === null
    ? t('This page has not received any data yet.')
    : t('No data since {time}.', { time: secondOf(new Date(inServiceTime(at)), new Date(serviceNow())) })
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
    // A request that still waits for its response is not replaced: it ends by itself.
    const timer = setInterval(
      () => void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false }),
      retryMs,
    )
    return () => clearInterval(timer)
  }, [state])
  if (state === 'good') return null
  return (
    <Alert color="yellow" mb="md" role="alert">
      {state === 'unreachable' ? t('Connection lost.') : t('The service is temporarily unavailable.')}{' '}
      {noDataSince()} {t('Retrying…')}
    </Alert>
  )
}
