import { Switch } from '@mantine/core'
import { t } from '../languages/messages'
import { giveFeedback } from '../ui/feedback'
import { PageLink } from '../ui/pages/link'
import { QueryState } from '../ui/pages/query-states'
import { useOpenAlerts } from './alert-queries'
import { FreeAlerts } from './free-alerts'
import { NobodyHas } from './nobody-has'
import { switchTone, useToneOn } from './tone'

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
        <b>{t('Not acknowledged')}</b>
        <NobodyHas />
        <PageLink href="/alerts" size="sm">
          {t('All alerts')}
        </PageLink>
      </header>
      {data ? (
        <FreeAlerts alerts={data.data} total={data.unacknowledged_count} />
      ) : (
        <QueryState error={error} onRetry={refetch} />
      )}
      <footer>
        <ToneSwitch />
      </footer>
    </div>
  )
}

/** Switching the tone on plays it, so that its user knows it and the browser allows it. */
function ToneSwitch() {
  function change(isOn: boolean): void {
    switchTone(isOn)
    if (isOn) giveFeedback('alert')
  }
  return (
    <Switch
      size="sm"
      label={t('Tone for new urgent alerts')}
      checked={useToneOn()}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
