import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { AssetPlan } from '../assets/asset-plan'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { clockTimeOf, freshnessOf } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import type { AlertDetails } from '../alerts/alert-queries'

/** Where the asset of an alert is now, on the plan. An alert about something else has no plan. */
export function AlertPlan({ alert: { subject, evidence } }: { readonly alert: AlertDetails }) {
  const isAsset = subject.kind === 'asset'
  const nowMs = useNow()
  const { data: row } = useQuery({
    queryKey: ['report', 'alert', subject.id],
    queryFn: async () => {
      const query = { asset_id: [subject.id] }
      return (await dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))).data[0] ?? null
    },
    enabled: isAsset,
  })
  if (!isAsset || !row) return null
  return (
    <div className="hero alert-hero">
      <AssetPlan
        id={subject.id}
        locationId={row.location_id}
        state={freshnessOf(row.asset_last_seen, nowMs)}
        rivalId={null}
      />
      <LinkButton
        className="alert-replay"
        size="compact-md"
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        href={`/?view=plan&at=${encodeURIComponent(evidence.occurred_at)}`}
      >
        {t('Replay from {time}', { time: clockTimeOf(evidence.occurred_at, nowMs) })}
      </LinkButton>
    </div>
  )
}
