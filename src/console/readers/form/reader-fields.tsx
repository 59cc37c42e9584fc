import { Autocomplete, Switch, TextInput } from '@mantine/core'
import { api, dataOf } from '../../api/client'
import { t } from '../../languages/messages'
import { RehearsalPreview } from '../../ui/forms/rehearsal'
import { SearchSelect } from '../../ui/forms/search-select'
import type { ApiForm } from '../../ui/forms/use-api-form'
import { AntennaFields, type AntennaInputs, antennaInputsOf, antennasOf, newAntenna } from './antenna-fields'
import { LlrpFields } from './llrp-fields'
import type { LlrpInputs } from './llrp-inputs'
import { MappingFields } from './mapping-fields'
import { type MappingInputs, mappingInputsOf, mappingOf, usualMapping } from './mapping-inputs'
import { formatChoices } from '../reader-formats'
import type { Format } from '../reader-formats'
import type { Reader } from '../use-reader'

/** The inputs of the forms that register and edit a reader. */
export type ReaderInputs = {
  name: string
  /** Empty when no format is selected yet, and for a handheld. */
  format: string
  mapping: MappingInputs
  topic: string
  /** Empty unless the service connects to the reader. */
  address: string
  takes_over: boolean
  antennas: readonly AntennaInputs[]
  /** Empty for times as they are sent. */
  time_zone: string
  presence_timeout_seconds: string
  is_active: boolean
}

export const noReader: ReaderInputs = {
  name: '',
  format: '',
  mapping: usualMapping,
  topic: '',
  address: '',
  takes_over: false,
  antennas: [newAntenna(1)],
  time_zone: '',
  presence_timeout_seconds: '300',
  is_active: true,
}

export const readerInputsOf = (reader: Reader): ReaderInputs => ({
  name: reader.name,
  format: reader.format ?? '',
  mapping: mappingInputsOf(reader.mapping),
  topic: reader.topic ?? '',
  address: reader.address ?? '',
  takes_over: reader.llrp?.takes_over ?? false,
  antennas: antennaInputsOf(reader.antennas),
  time_zone: reader.time_zone ?? '',
  presence_timeout_seconds: String(reader.presence_timeout_seconds),
  is_active: reader.is_active,
})

/** Whether the service connects to the reader. */
export const isConnected = ({ format }: Pick<ReaderInputs, 'format'>): boolean => format === 'llrp'

/** Returns the fields of the request. A handheld has fewer than a fixed reader. */
export function requestOf(inputs: ReaderInputs, kind: Reader['kind']) {
  const common = { name: inputs.name, is_active: inputs.is_active }
  if (kind === 'handheld') return common
  return {
    ...common,
    format: (inputs.format || null) as Format | null,
    ...(inputs.format === 'mapping' && { mapping: mappingOf(inputs.mapping) }),
    // Null selects the default topic.
    topic: inputs.topic === '' || isConnected(inputs) ? null : inputs.topic,
    ...(isConnected(inputs) && {
      address: inputs.address.trim() || null,
      llrp: { takes_over: inputs.takes_over },
    }),
    antennas: antennasOf(inputs.antennas, isConnected(inputs)),
    time_zone: inputs.time_zone.trim() || null,
    presence_timeout_seconds: Number(inputs.presence_timeout_seconds),
  }
}

/** Rehearses the antennas of the form on recent reads. */
async function rehearse(reader: number, { antennas }: ReaderInputs) {
  const request = { params: { path: { reader } }, body: { antennas: antennasOf(antennas) } }
  return (await dataOf(api.POST('/internal/v1/readers/{reader}/rehearsal', request))).data
}

const timeZones = Intl.supportedValuesOf('timeZone')
/** Maximum number of suggestions. */
const zonesShown = 20

interface ReaderFieldsProps {
  readonly form: ApiForm<ReaderInputs>
  readonly kind: Reader['kind']
  /** The topic that is used when the input is empty. */
  readonly defaultTopic: string
  readonly readerId: number
}

/** The fields of a reader that is registered. */
export function ReaderFields({ form, kind, defaultTopic, readerId }: ReaderFieldsProps) {
  if (kind === 'handheld') return <ActiveField form={form} />
  return (
    <>
      <FormatFields form={form} readerId={readerId} />
      <AntennaFields
        value={form.values.antennas}
        problems={form.problems('antennas')}
        onChange={(rows) => form.set('antennas', rows)}
        hasPower={isConnected(form.values)}
      />
      <RehearsalPreview form={form} rehearse={(inputs) => rehearse(readerId, inputs)} />
      <AdvancedFields form={form} defaultTopic={defaultTopic} />
      <ActiveField form={form} />
    </>
  )
}

interface FieldsProps {
  readonly form: ApiForm<ReaderInputs>
}

export const ActiveField = ({ form }: FieldsProps) => (
  <Switch
    label={t('Active')}
    description={t('Messages from inactive readers are discarded.')}
    {...form.toggle('is_active')}
  />
)

/** The format of the messages of a fixed reader. `readerId` is left out for a reader that is not registered yet. */
export const FormatFields = ({ form, readerId }: FieldsProps & { readonly readerId?: number }) => (
  <>
    <SearchSelect
      label={t('Model or format')}
      placeholder={t('Search')}
      required
      data={formatChoices}
      nothingFoundMessage={t('No match. If the reader sends JSON, choose “Other JSON (field mapping)”.')}
      {...form.choice('format')}
    />
    {isConnected(form.values) && <LlrpFields form={form as unknown as ApiForm<LlrpInputs>} />}
    {form.values.format === 'mapping' && (
      <MappingFields
        {...form.choice('mapping')}
        onChange={(mapping) => form.set('mapping', mapping)}
        timeZone={form.values.time_zone}
        {...(readerId !== undefined && { readerId })}
      />
    )}
  </>
)

export const AdvancedFields = ({ form, defaultTopic }: FieldsProps & { readonly defaultTopic: string }) => (
  <>
    <TextInput
      label={t('Presence timeout (seconds)')}
      description={t('How long a tag can be out of range before its next read starts a new stay.')}
      inputMode="numeric"
      {...form.text('presence_timeout_seconds')}
    />
    {!isConnected(form.values) && (
      <TextInput
        label={t('MQTT topic filter')}
        description={t('All topics that the reader publishes to. Leave empty to use the topic shown.')}
        placeholder={defaultTopic}
        spellCheck={false}
        autoCapitalize="off"
        {...form.text('topic')}
      />
    )}
    <Autocomplete
      label={t('Time zone of its times')}
      description={t(
        'Only for a reader that sends local time. Replaces the zone in its times. Leave empty to use its times as they are sent.',
      )}
      placeholder={t('For example, Europe/Berlin or +02:00')}
      data={timeZones}
      limit={zonesShown}
      spellCheck={false}
      autoCapitalize="off"
      {...form.choice('time_zone')}
    />
  </>
)
