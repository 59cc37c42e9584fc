import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { rulesChanged } from '../alerts/alert-queries'
import { fieldsOf, type Kind, kinds, newDraft, type RuleDraft, setKind } from './rule-draft'
import { RuleForm, useUsualName } from './rule-form'
import { SaveButtons } from './save-buttons'
import { Templates } from './templates'

/** What the address asks for: a page of an asset or a location leads here with its id. */
function givenBy(search: string): Partial<RuleDraft> {
  const given = new URLSearchParams(search)
  const [asset, location, kind] = [
    Number(given.get('asset')),
    Number(given.get('location')),
    given.get('kind'),
  ]
  return {
    ...(asset > 0 && { scope: { kind: 'assets', asset_ids: [asset] }, kind: 'missing' }),
    ...(location > 0 && { location_id: location }),
    ...(kinds.includes(kind as Kind) && { kind: kind as Kind }),
  }
}

/** Returns where the asset is that the address names. */
function usePlaceOfAsset(search: string): number | null | undefined {
  const asset = Number(new URLSearchParams(search).get('asset'))
  const { data } = useQuery({
    queryKey: ['report', 'place of asset', asset],
    queryFn: async () => {
      const query = { asset_id: [asset] }
      return (await dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))).data[0] ?? null
    },
    enabled: asset > 0,
  })
  return data?.location_id
}

export function NewRulePage() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const isOn = useRef(true)
  const usualName = useRef('')
  const form = useApiForm({
    initial: newDraft(givenBy(search)),
    submit: async (draft: RuleDraft) => {
      const name = draft.name.trim() === '' ? usualName.current : draft.name
      const body = { ...fieldsOf({ ...draft, name }), is_enabled: isOn.current }
      return (await dataOf(api.POST('/internal/v1/alert-rules', { body }))).data
    },
    done: (rule) => {
      void rulesChanged()
      toastDone(t('{name} created', { name: rule.name }))
      navigate('/alert-rules')
    },
  })
  usualName.current = useUsualName(form.values)
  const usualPlace = usePlaceOfAsset(search)
  return (
    <>
      <PageHeader
        title={t('New alert rule')}
        subtitle={t('Choose a word of the sentence to change it.')}
        back={[
          { href: '/alerts', label: t('Alerts') },
          { href: '/alert-rules', label: t('Rules') },
        ]}
      >
        <Templates
          isOpened={new URLSearchParams(search).has('template')}
          onChoose={(kind) => setKind(form, kind, usualPlace)}
        />
      </PageHeader>
      <RuleForm
        form={form}
        usualPlace={usualPlace}
        buttons={
          <>
            <SaveButtons form={form} isOn={false} onChoose={(on) => (isOn.current = on)} />
            <LinkButton href="/alert-rules" variant="subtle" discards>
              {t('Discard')}
            </LinkButton>
          </>
        }
      />
    </>
  )
}
