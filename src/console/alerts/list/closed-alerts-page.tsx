import { api, dataOf } from '../../api/client'
import { t } from '../../languages/messages'
import { Pager } from '../../ui/lists/pager'
import { type ListQuery, useList } from '../../ui/lists/use-list'
import { PageHeader } from '../../ui/pages/page-header'
import { Empty, EmptyList, Failed, Loading } from '../../ui/pages/query-states'
import { useNow } from '../../ui/values/use-now'
import { AlertRow } from './alert-row'
import { useAlertSection } from '../alert-section'
import { useAlertTitle } from '../alert-texts'

const pollMs = 30_000

const fetchClosed = ({ limit, offset }: ListQuery) =>
  dataOf(api.GET('/internal/v1/alerts', { params: { query: { state: 'closed', limit, offset } } }))

/** The alerts that are over, the latest first. */
export function ClosedAlertsPage() {
  const section = useAlertSection()
  const list = useList({ key: ['alerts', 'closed'], load: fetchClosed, pollMs })
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  const content = () => {
    if (list.isLoading) return <Loading lines={8} />
    if (list.rows.length === 0 && list.error) return <Failed error={list.error} onRetry={list.reload} />
    if (list.rows.length === 0)
      return (
        <Empty>
          <EmptyList title={t('No closed alerts')}>
            {t(
              'An alert closes by itself when what it is about is over. Closed alerts are kept for 400 days.',
            )}
          </EmptyList>
        </Empty>
      )
    return (
      <ul className="plain alert-list">
        {list.rows.map((alert) => (
          <AlertRow key={alert.id} alert={alert} title={titleOf(alert)} nowMs={nowMs} />
        ))}
      </ul>
    )
  }
  return (
    <>
      <PageHeader title={t('Closed alerts')} section={section} />
      {content()}
      <Pager name={t('Closed alerts')} list={list} />
    </>
  )
}
