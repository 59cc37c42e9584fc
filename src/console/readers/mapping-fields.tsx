import { Fieldset, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ApiError } from '../api/errors'
import { t } from '../languages/messages'
import { MappingSample, usePreview } from './mapping-preview'
import type { Reader } from './use-reader'

type Mapping = NonNullable<Reader['mapping']>
type TimeFormat = NonNullable<Mapping['time_format']>

/** The inputs of a mapping. All are text, and empty for a field that is left out. */
export type MappingInputs = Readonly<Record<keyof Mapping, string>>

/** The initial mapping. It fits a reader that sends `{"reads": [{"epc": ..., "antenna": ...}]}`. */
export const usualMapping: MappingInputs = {
  reads: '$.reads',
  value: '$.epc',
  antenna: '$.antenna',
  observed_at: '',
  time_format: 'rfc3339',
  rssi: '',
  rssi_scale: '',
  tag_type: '',
}

export const mappingInputsOf = (mapping: Reader['mapping']): MappingInputs =>
  mapping === null
    ? usualMapping
    : {
        reads: mapping.reads,
        value: mapping.value,
        antenna: String(mapping.antenna ?? ''),
        observed_at: mapping.observed_at ?? '',
        time_format: mapping.time_format ?? 'rfc3339',
        rssi: mapping.rssi ?? '',
        rssi_scale: String(mapping.rssi_scale ?? ''),
        tag_type: mapping.tag_type ?? '',
      }

export function mappingOf(inputs: MappingInputs): Mapping {
  const given = (name: keyof Mapping) => inputs[name].trim() !== ''
  return {
    reads: inputs.reads,
    value: inputs.value,
    ...(given('antenna') && { antenna: inputs.antenna }),
    ...(given('observed_at') && {
      observed_at: inputs.observed_at,
      time_format: inputs.time_format as TimeFormat,
    }),
    ...(given('rssi') && { rssi: inputs.rssi }),
    ...(given('rssi') && given('rssi_scale') && { rssi_scale: Number(inputs.rssi_scale) }),
    ...(given('tag_type') && { tag_type: inputs.tag_type }),
  }
}

const timeFormats: { value: TimeFormat; label: string }[] = [
  { value: 'rfc3339', label: t('Text with an offset (RFC 3339)') },
  { value: 'unix_s', label: t('Seconds since 1970') },
  { value: 'unix_ms', label: t('Milliseconds since 1970') },
  { value: 'unix_us', label: t('Microseconds since 1970') },
]

const fields: { name: keyof Mapping; label: string; description: string; isRequired?: boolean }[] = [
  {
    name: 'reads',
    label: t('Reads'),
    description: t('Path to the list of reads in the message'),
    isRequired: true,
  },
  { name: 'value', label: t('Tag'), description: t('Path to the tag value in a read'), isRequired: true },
  { name: 'antenna', label: t('Antenna'), description: t('Path or port number. Leave empty for 1.') },
  {
    name: 'tag_type',
    label: t('Tag type'),
    description: t('Path, rfid, ble or barcode. Leave empty for rfid.'),
  },
  { name: 'rssi', label: 'RSSI', description: t('Path. Leave empty for no RSSI.') },
  {
    name: 'rssi_scale',
    label: t('RSSI factor'),
    description: t('Converts to dBm: 0.01 for hundredths. Leave empty for 1.'),
  },
  { name: 'observed_at', label: t('Time'), description: t('Path. Leave empty for the time of arrival.') },
]

const pauseMs = 400

interface MappingFieldsProps {
  readonly value: MappingInputs
  readonly onChange: (inputs: MappingInputs) => void
  readonly error: string | undefined
  /** The reader whose messages can be used as a sample; absent for a new reader. */
  readonly readerId?: number
}

/** Maps the fields of a reader's JSON, and shows the reads in a sample message while the user types. */
export function MappingFields({ value, onChange, error, readerId }: MappingFieldsProps) {
  const [sample, setSample] = useState('')
  const [request] = useDebouncedValue({ mapping: mappingOf(value), payload: sample }, pauseMs)
  const preview = usePreview(request)
  const problems = preview.error instanceof ApiError ? preview.error.fields : []
  const errorOf = (name: keyof Mapping) => problems.find(({ field }) => field === `mapping.${name}`)?.message
  const set = (name: keyof Mapping, text: string) => onChange({ ...value, [name]: text })
  return (
    <Fieldset legend={t('Field mapping')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'Enter the paths as JSONPath. In the path to the reads, $ is the message. In the other paths, $ is one read.',
        )}
      </Text>
      {error && (
        <Text size="sm" c="error" role="alert" mb="xs">
          {error}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {fields.map(({ name, label, description, isRequired = false }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            required={isRequired}
            spellCheck={false}
            autoCapitalize="off"
            value={value[name]}
            error={errorOf(name)}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
        <NativeSelect
          label={t('Time format')}
          description={t('How the reader writes the time')}
          data={timeFormats}
          value={value.time_format}
          disabled={value.observed_at === ''}
          onChange={(event) => set('time_format', event.currentTarget.value)}
        />
      </SimpleGrid>
      <MappingSample
        sample={sample}
        onSample={setSample}
        preview={preview}
        {...(readerId !== undefined && { readerId })}
      />
    </Fieldset>
  )
}
