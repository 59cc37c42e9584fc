import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { Schemas } from '../api/client'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { SearchSelect } from '../ui/forms/search-select'
import type { ApiForm } from '../ui/forms/use-api-form'
import type { Webhook } from './use-webhook'

type EventType = Webhook['types'][number]

/** The service rejects types that it does not know, so this table has all of them. */
const eventTypes: Readonly<Record<EventType, string>> = {
  'asset.moved': t('An asset moved'),
  'asset.move_corrected': t('Late reads corrected the history of an asset'),
  'asset.history_trimmed': t('Old history of an asset was deleted'),
  'asset.created': t('An asset was created'),
  'asset.updated': t('An asset was changed'),
  'asset.renamed': t('The key of an asset changed'),
  'asset.deleted': t('An asset was deleted'),
  'asset.restored': t('An asset was restored'),
  'location.created': t('A location was created'),
  'location.updated': t('A location was changed'),
  'location.renamed': t('The key of a location changed'),
  'location.deleted': t('A location was deleted'),
  'location.restored': t('A location was restored'),
  'reader.silent': t('A reader became silent'),
  'reader.live': t('A reader sends again'),
  'tag.unknown': t('An unknown tag was read'),
  'tag.button': t('The button of a tag was pressed'),
  'alert.opened': t('An alert opened'),
  'alert.acknowledged': t('A person took an alert'),
  'alert.closed': t('An alert was closed'),
  'alert.retracted': t('An alert was withdrawn after late reads'),
  'stocktake.opened': t('A stocktake was opened'),
  'stocktake.closed': t('The result of a stocktake is fixed'),
}
const typeOptions = Object.entries(eventTypes).map(([value, label]) => ({
  value,
  label: `${label} (${value})`,
}))

/** The inputs of a webhook. An empty `location_id` means all locations. */
type WebhookInputs = {
  readonly name: string
  readonly url: string
  readonly types: EventType[]
  readonly location_id: string
  readonly format: Webhook['format']
}

export const noInputs: WebhookInputs = { name: '', url: '', types: [], location_id: '', format: 'event' }

export const inputsOf = ({ name, url, types, location_id: place, format }: Webhook): WebhookInputs => ({
  name,
  url,
  types: [...types],
  location_id: place === null ? '' : String(place),
  format,
})

export const requestOf = ({ location_id: place, ...inputs }: WebhookInputs): Schemas['NewWebhook'] => ({
  ...inputs,
  location_id: place === '' ? null : Number(place),
})

const offered = 100

type Fields = { readonly form: ApiForm<WebhookInputs> }

export function WebhookFields({ form }: Fields) {
  return (
    <>
      <TextInput
        label={t('Name')}
        description={t('The program that receives the events, for example ERP')}
        required
        {...form.text('name')}
      />
      <TextInput
        label={t('URL')}
        description={t('Events are sent to this address with HTTP POST.')}
        placeholder="https://erp.example.com/whereabouts"
        type="url"
        required
        {...form.text('url')}
      />
      <TypesField form={form} />
      <LocationField form={form} />
      <FormatField form={form} />
    </>
  )
}

function TypesField({ form }: Fields) {
  const types = form.choice('types')
  return (
    <MultiSelect
      label={t('Events')}
      description={t('Without a choice, all events are sent.')}
      placeholder={types.value.length === 0 ? t('All events') : ''}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': t('Clear events') }}
      hidePickedOptions
      data={typeOptions}
      nothingFoundMessage={t('No results found.')}
      {...types}
      onChange={(chosen) => types.onChange(chosen as EventType[])}
    />
  )
}

function LocationField({ form }: Fields) {
  const { data: locations } = useLocationTree()
  const place = form.choice('location_id')
  const options = locations?.all.map(({ id, path }) => ({ value: String(id), label: path })) ?? []
  const isDeleted = locations !== undefined && place.value !== '' && !locations.byId.has(Number(place.value))
  return (
    <SearchSelect
      label={t('Location')}
      description={t('Only events at this location or below it.')}
      placeholder={t('All locations')}
      clearable
      clearButtonProps={{ 'aria-label': t('All locations') }}
      limit={offered}
      data={isDeleted ? [{ value: place.value, label: t('Deleted location') }, ...options] : options}
      nothingFoundMessage={t('No locations found')}
      {...place}
      value={place.value === '' ? null : place.value}
      onChange={(chosen) => form.set('location_id', chosen ?? '')}
    />
  )
}

function FormatField({ form }: Fields) {
  const format = form.choice('format')
  return (
    <Select
      label={t('Format')}
      description={t('EPCIS 2.0 is for other systems of a supply chain. It contains moves only.')}
      allowDeselect={false}
      data={[
        { value: 'event', label: t('Events as JSON') },
        { value: 'epcis', label: 'EPCIS 2.0' },
      ]}
      {...format}
      onChange={(chosen) => form.set('format', chosen === 'epcis' ? 'epcis' : 'event')}
    />
  )
}
