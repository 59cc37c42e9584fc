import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { assetsText } from '../ui/values/format'
import { isOfAssets, type RuleDraft } from './rule-draft'

/** What a rule does that its sentence does not say. */
export const RuleNotes = ({ draft }: { readonly draft: RuleDraft }) => (
  <ul className="plain rule-notes">
    {isOfAssets(draft.kind) && <Fits scope={draft.scope} />}
    <Note title={t('Never floods')}>
      {t('One alert at most is open for each asset, reader, tag or place, however often it happens.')}
    </Note>
    <Note title={t('Late reads')}>
      {t('What is found over 15 min after it happened opens a quiet alert, without a message.')}
    </Note>
  </ul>
)

const Note = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li>
    <b>{title}</b>
    <p>{children}</p>
  </li>
)

/** How many assets the rule is about. Those with a value of a field are not counted by the service. */
function Fits({ scope: { kind, asset_ids: ids = [], q = '' } }: Pick<RuleDraft, 'scope'>) {
  const isSearched = kind === 'all' || (kind === 'search' && q !== '')
  const query = kind === 'search' ? { q, limit: 1 } : { limit: 1 }
  const { data: found } = useQuery({
    queryKey: ['assets', 'count', query],
    queryFn: async () => (await dataOf(api.GET('/api/v1/assets', { params: { query } }))).total_count,
    enabled: isSearched,
  })
  const count = kind === 'assets' ? ids.length : isSearched ? found : undefined
  if (count === undefined) return null
  return (
    <Note title={t('Fits {assets}', { assets: assetsText(count) })}>
      {kind === 'assets' ? t('Only the chosen ones.') : t('New ones are in as soon as they fit.')}{' '}
      {kind !== 'assets' && (
        <PageLink
          href={kind === 'search' ? `/assets?q=${encodeURIComponent(q)}` : '/assets'}
          inherit
          underline="always"
        >
          {t('Show them')}
        </PageLink>
      )}
    </Note>
  )
}
