import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { QueryState } from '../ui/pages/query-states'
import { useOpenAlerts } from './alert-queries'
import { FreeAlerts } from './free-alerts'
import { NobodyHas } from './nobody-has'

/** The latest alerts that nobody has. */
export function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useOpenAlerts()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links in it act; this closes the panel after them
    <div
      className="bell-panel"
      onClick={({ target }) => target instanceof HTMLElement && target.closest('a') && onClose()}
    >
      <header>
        <b>{t('Nobody has it')}</b>
        <NobodyHas />
        <PageLink href="/alerts" size="sm">
          {t('All alerts')}
        </PageLink>
      </header>
      {data ? <FreeAlerts alerts={data.data} /> : <QueryState error={error} onRetry={refetch} />}
    </div>
  )
}
