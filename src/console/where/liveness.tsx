import { connection } from '../api/connection'
import { useStore } from '../api/store'
import { t } from '../languages/messages'

/** Shows whether the page is updated live. While the connection is lost, the shell says so. */
export function Liveness({ isLive }: { readonly isLive: boolean }) {
  const isConnected = useStore(connection) === 'good'
  if (!isConnected) return null
  return (
    <span className="live">
      {isLive && <span className="state-dot" data-state="moved" aria-hidden />}
      {isLive ? t('Live') : t('Updates every few seconds')}
    </span>
  )
}
