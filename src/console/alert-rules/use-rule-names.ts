import { useQuery } from '@tanstack/react-query'
import { usePlaces } from '../api/use-locations'
import { useViews } from '../asset-list/use-views'
import { useFields } from '../fields/use-fields'
import { t } from '../languages/messages'
import { recordName } from '../records/record-select'
import type { RuleDraft } from './rule-draft'
import { useRecipients } from './use-recipients'
import type { Names } from './rule-words'

/** Returns the names of what rules are about, except of assets. */
function useRuleNames(): Names {
  const places = usePlaces()
  const { data: fields } = useFields()
  const recipients = useRecipients()
  return {
    placeOf: (id) => (places ? (places.byId.get(id)?.name ?? t('a deleted location')) : '…'),
    fieldOf: (key) => fields?.find((field) => field.key === key)?.name ?? key,
    soleAsset: undefined,
    recipientOf: ({ user_id: user, output_id: output }) =>
      recipients?.get(user === undefined ? `output:${output}` : `user:${user}`)?.label,
  }
}

/** Returns the names for one rule, with that of its only asset. */
export function useNamesOf({ scope }: Pick<RuleDraft, 'scope'>): Names {
  const { data: views } = useViews()
  const viewName = views?.find(({ id: own }) => own === scope.view_id)?.name
  const names = { ...useRuleNames(), viewName }
  const [id, ...others] = scope.kind === 'assets' ? (scope.asset_ids ?? []) : []
  const isSole = id !== undefined && others.length === 0
  const { data: soleAsset } = useQuery({
    queryKey: ['assets', 'sole', id],
    queryFn: () => recordName('asset', id as number),
    enabled: isSole,
    staleTime: 60_000,
  })
  return isSole ? { ...names, soleAsset } : names
}
