import { Select, Switch, TextInput } from '@mantine/core'
import type { ApiForm } from '../ui/use-api-form'
import { AntennaFields, type AntennaInputs, antennaInputsOf, antennasOf } from './antenna-fields'
import { MappingFields, type MappingInputs, mappingInputsOf, mappingOf, usualMapping } from './mapping-fields'
import { formatChoices } from './reader-formats'
import type { Format } from './reader-formats'
import type { Reader } from './use-reader'

/** The fields that a new reader and a changed one have in common, as inputs hold them. */
export type ReaderInputs = {
  name: string
  /** Empty: none is chosen yet, or it is a handheld. */
  format: string
  mapping: MappingInputs
  topic: string
  antennas: readonly AntennaInputs[]
  presence_timeout_seconds: string
  is_active: boolean
}

export const noReader: ReaderInputs = {
  name: '',
  format: '',
  mapping: usualMapping,
  topic: '',
  antennas: [{ port: '1', location_id: null }],
  presence_timeout_seconds: '300',
  is_active: true,
}

export const readerInputsOf = (reader: Reader): ReaderInputs => ({
  name: reader.name,
  format: reader.format ?? '',
  mapping: mappingInputsOf(reader.mapping),
  topic: reader.topic ?? '',
  antennas: antennaInputsOf(reader.antennas),
  presence_timeout_seconds: String(reader.presence_timeout_seconds),
  is_active: reader.is_active,
})

/** What a request says for the inputs; of a handheld only what it has. */
export function requestOf(inputs: ReaderInputs, kind: Reader['kind']) {
  const common = { name: inputs.name, is_active: inputs.is_active }
  if (kind === 'handheld') return common
  return {
    ...common,
    format: (inputs.format || null) as Format | null,
    ...(inputs.format === 'mapping' && { mapping: mappingOf(inputs.mapping) }),
    // Empty: the service's own.
    topic: inputs.topic === '' ? null : inputs.topic,
    antennas: antennasOf(inputs.antennas),
    presence_timeout_seconds: Number(inputs.presence_timeout_seconds),
  }
}

interface ReaderFieldsProps {
  readonly form: ApiForm<ReaderInputs>
  readonly kind: Reader['kind']
  /** What the topic is where none is entered. */
  readonly usualTopic: string
  readonly readerId?: number
}

export function ReaderFields({ form, kind, usualTopic, readerId }: ReaderFieldsProps) {
  const active = (
    <Switch
      label="Active"
      description="Nothing is kept of what an inactive reader sends"
      {...form.toggle('is_active')}
    />
  )
  if (kind === 'handheld') return active
  return (
    <>
      <Select
        label="Make or format"
        placeholder="Search"
        required
        searchable
        data={formatChoices}
        nothingFoundMessage="Not by this name. If it sends JSON, choose Other JSON, by a field mapping."
        {...form.choice('format')}
      />
      {form.values.format === 'mapping' && (
        <MappingFields
          {...form.choice('mapping')}
          onChange={(mapping) => form.set('mapping', mapping)}
          {...(readerId !== undefined && { readerId })}
        />
      )}
      <AntennaFields {...form.choice('antennas')} onChange={(rows) => form.set('antennas', rows)} />
      <TextInput
        label="Presence timeout, in seconds"
        description="So long a tag may be unheard before its next read begins a new event"
        inputMode="numeric"
        {...form.text('presence_timeout_seconds')}
      />
      <TextInput
        label="MQTT topic filter"
        description="All topics that it may send to; left empty, the one that is shown"
        placeholder={usualTopic}
        spellCheck={false}
        autoCapitalize="off"
        {...form.text('topic')}
      />
      {active}
    </>
  )
}
