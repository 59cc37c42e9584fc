import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useLocation, useSearchParams } from 'wouter'
import { api, dataOf } from '../api/client'
import type { Locations } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LocationTreeSelect } from '../locations/location-tree-select'
import { type ApiForm, Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { fromLocalInput } from '../ui/values/format'
import { assetsIn } from './new-stocktake-address'
import { stocktakesChanged } from './stocktake-queries'

const nothing = {
  name: '',
  location_id: null as number | null,
  scope: 'all',
  q: '',
  asset_ids: [] as number[],
  is_blind: false,
  uses_readers: false,
  due_at: '',
  repeat_months: '' as number | string,
  is_open: true,
}

/** Opens or plans a stocktake. */
export function NewStocktakePage() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const selected = assetsIn(params)
  const { data: locations } = useLocationTree()
  const form = useApiForm({
    initial: {
      ...nothing,
      location_id: Number(params.get('location')) || null,
      asset_ids: selected,
      scope: selected.length > 0 ? 'assets' : 'all',
    },
    submit: ({
      scope,
      q,
      asset_ids: assets,
      due_at: due,
      location_id: location,
      repeat_months: months,
      ...inputs
    }) =>
      dataOf(
        api.POST('/internal/v1/stocktakes', {
          body: {
            ...inputs,
            // The service says that it is required.
            location_id: location as number,
            ...(scope === 'search' && { scope: { kind: 'search' as const, q } }),
            ...(scope === 'assets' && { scope: { kind: 'assets' as const, asset_ids: assets } }),
            due_at: fromLocalInput(due),
            repeat_months: months === '' ? null : Number(months),
          },
        }),
      ),
    done({ data: { id, name, state } }) {
      void stocktakesChanged()
      toastDone(state === 'open' ? t('{name} is open', { name }) : t('{name} is planned', { name }))
      navigate(`/stocktakes/${id}`, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={t('New stocktake')} back={{ href: '/stocktakes', label: t('Count') }} />
      <Form
        form={form}
        label={form.values.is_open ? t('Open now') : t('Plan')}
        aside={
          <LinkButton href="/stocktakes" variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <WhatFields form={form} locations={locations} />
        <WhenFields form={form} />
      </Form>
    </div>
  )
}

const selectedText = (count: number): string =>
  t(
    '{count, plural, one {The selected asset, if it is there} other {Those of the # selected assets that are there}}',
    {
      count,
    },
  )

interface FieldsProps {
  readonly form: ApiForm<typeof nothing>
}

function WhatFields({ form, locations }: FieldsProps & { readonly locations: Locations | undefined }) {
  const { value, error } = form.choice('location_id')
  const scope = form.choice('scope')
  const selected = form.values.asset_ids.length
  return (
    <>
      <TextInput label={t('Name')} placeholder={t('North hall, November')} required {...form.text('name')} />
      <LocationTreeSelect
        label={t('Location')}
        description={t('It is counted with everything below it.')}
        placeholder={t('Choose a location')}
        locations={locations?.all ?? []}
        value={value}
        error={error}
        onChange={(id) => form.set('location_id', id)}
      />
      <Select
        label={t('What')}
        data={[
          { value: 'all', label: t('All assets there') },
          { value: 'search', label: t('The assets of a search') },
          ...(selected > 0 ? [{ value: 'assets', label: selectedText(selected) }] : []),
        ]}
        allowDeselect={false}
        {...scope}
      />
      {scope.value === 'search' && (
        <TextInput label={t('Search')} description={t('As in the list of assets.')} {...form.text('q')} />
      )}
    </>
  )
}

const WhenFields = ({ form }: FieldsProps) => (
  <>
    <Switch label={t('Blind: counters do not see what is expected')} {...form.toggle('is_blind')} />
    <Switch label={t('Reads of fixed readers count, too')} {...form.toggle('uses_readers')} />
    <TextInput type="datetime-local" label={t('Due')} {...form.text('due_at')} />
    <NumberInput
      label={t('Repeat after months')}
      description={t('The next one is planned when this one is closed.')}
      min={1}
      max={120}
      name="repeat_months"
      value={form.values.repeat_months}
      error={form.choice('repeat_months').error}
      onChange={(months) => form.set('repeat_months', months)}
    />
    <Switch
      label={t('Open now')}
      description={t('What is expected is fixed when it is opened.')}
      {...form.toggle('is_open')}
    />
  </>
)
