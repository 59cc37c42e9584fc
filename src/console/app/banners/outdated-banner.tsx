import { Alert } from '@mantine/core'
import { notifyManager, type QueryFilters } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { queryClient } from '../../api/client'
import { connection } from '../../api/connection'
import { mayPass } from '../../api/errors'
import { inServiceTime, serviceNow } from '../../api/service-clock'
import { useStore } from '../../api/store'
import { t } from '../../languages/messages'
import { secondOf } from '../../ui/values/format'

/** A query that has failed once succeeds mostly when it is sent again. */
const patienceMs = 5000
const retryMs = 15_000

const cache = queryClient.getQueryCache()
const subscribe = (listener: () => void): (() => void) => cache.subscribe(notifyManager.batchCalls(listener))

const outdated: QueryFilters = {
  type: 'active',
  predicate: ({ state: { status, data, error } }) =>
    status === 'error' && data !== undefined && mayPass(error),
}

/** Returns when the oldest data arrived that could not be loaded again since; Infinity while there is none. */
const oldest = (): number => Math.min(...cache.findAll(outdated).map(({ state }) => state.dataUpdatedAt))

/** Says that a part of the page is old, while the service answers other requests. */
export function OutdatedBanner() {
  const at = useSyncExternalStore(subscribe, oldest)
  const isConnected = useStore(connection) === 'good'
  return at === Infinity || !isConnected ? null : <Outdated at={at} />
}

function Outdated({ at }: { readonly at: number }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const patience = setTimeout(() => setShown(true), patienceMs)
    const retrying = setInterval(
      () => void queryClient.refetchQueries(outdated, { cancelRefetch: false }),
      retryMs,
    )
    return () => {
      clearTimeout(patience)
      clearInterval(retrying)
    }
  }, [])
  if (!isShown) return null
  const time = secondOf(new Date(inServiceTime(at)), new Date(serviceNow()))
  return (
    <Alert color="yellow" mb="md" role="alert">
      {t('A part of this page could not be loaded again. It is from {time}.', { time })} {t('Retrying…')}
    </Alert>
  )
}
