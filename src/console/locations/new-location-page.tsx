import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { newId } from '../api/new-id'
import type { Locations } from '../api/location-tree'
import { locationsChanged, useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { RecordFields } from '../records/record-fields'
import { LinkButton } from '../ui/pages/link'
import { sentOnce } from '../ui/forms/lost-response'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { createdParameter } from './created-notice'
import { changesOf, type LocationInputs, noLocation } from './location-inputs'
import { LocationTreeSelect } from './location-tree-select'

const all = { href: '/locations', label: t('Locations') }

export function NewLocationPage() {
  const { data: locations, error, refetch } = useLocationTree()
  if (locations) return <NewLocation locations={locations} />
  return <NotFound error={error} onRetry={refetch} back={all} />
}

/** The form, with the parent location that the address names, if any. */
function NewLocation({ locations }: { readonly locations: Locations }) {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const under = locations.byId.get(Number(params.get('under')))
  const key = useRef('')
  const create = (inputs: LocationInputs) => {
    const body = { ...changesOf(inputs, noLocation), name: inputs.name }
    const params = { header: { 'Idempotency-Key': key.current } }
    return sentOnce(() => dataOf(api.POST('/api/v1/locations', { params, body })))
  }
  const form = useApiForm({
    initial: { ...noLocation, parent_id: under?.id ?? null },
    submit: (inputs) => {
      key.current = newId()
      return create(inputs)
    },
    // The same request again: the service carries it out only once.
    look: create,
    done: ({ data: { id, name } }) => {
      void locationsChanged()
      toastDone(t('{name} created', { name }))
      navigate(`/locations/${id}?${createdParameter}`, { replace: true })
    },
  })
  const back = under
    ? { href: `/locations/${under.id}`, label: under.name }
    : { href: '/locations', label: t('Locations') }
  const { value, error } = form.choice('parent_id')
  return (
    <div className="narrow">
      <PageHeader title={t('New location')} back={back} />
      <Form
        form={form}
        label={t('Create')}
        aside={
          <LinkButton href={back.href} variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <TextInput label={t('Name')} required {...form.text('name')} />
        <LocationTreeSelect
          label={t('Parent location')}
          placeholder={t('None (top level)')}
          locations={locations.all}
          value={value}
          error={error}
          onChange={(id) => form.set('parent_id', id)}
        />
        <TextInput
          label={t('Key')}
          description={t('Letters, digits and hyphens. If you leave this empty, the service assigns a key.')}
          {...form.text('external_key')}
        />
        <RecordFields form={form} />
      </Form>
    </div>
  )
}
