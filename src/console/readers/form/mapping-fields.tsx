import { Fieldset, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ApiError } from '../../api/errors'
import { t } from '../../languages/messages'
import { type MappingField, type MappingInputs, mappingOf, type TimeFormat } from './mapping-inputs'
import { MappingSample, usePreview } from '../mapping-preview'
import { MoreMappingFields, type MappingFieldProps } from './more-mapping-fields'

const timeFormats: { value: TimeFormat; label: string }[] = [
  { value: 'rfc3339', label: t('Text with an offset (RFC 3339)') },
  { value: 'unix_s', label: t('Seconds since 1970') },
  { value: 'unix_ms', label: t('Milliseconds since 1970') },
  { value: 'unix_us', label: t('Microseconds since 1970') },
]

interface PathField {
  readonly name: MappingField
  readonly label: string
  readonly description: string
}

const readsField: PathField = {
  name: 'reads',
  label: t('Reads'),
  description: t('Path to the list of reads in the message'),
}

const fields: readonly PathField[] = [
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
  /** The time zone of the reader, which the preview applies. */
  readonly timeZone: string
  /** The reader whose messages can be used as a sample; absent for a new reader. */
  readonly readerId?: number
}

/** Maps the fields of a reader's JSON, and shows the reads in a sample message while the user types. */
export function MappingFields({ value, onChange, error, timeZone, readerId }: MappingFieldsProps) {
  const [sample, setSample] = useState({ payload: '', topic: '' })
  const [request] = useDebouncedValue({ mapping: mappingOf(value), timeZone, ...sample }, pauseMs)
  const preview = usePreview(request)
  const problems = preview.error instanceof ApiError ? preview.error.fields : []
  /** Of a list, the message names the entry. */
  const errorOf = (name: MappingField) =>
    problems.find(({ field }) => field.split(/[.[]/)[1] === name)?.message
  const set = (name: MappingField, text: string) => onChange({ ...value, [name]: text })
  const hasTopic = value.value_from.startsWith('topic')
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
      <UsualFields value={value} errorOf={errorOf} onSet={set} />
      <MoreMappingFields value={value} errorOf={errorOf} onSet={set} />
      <MappingSample
        sample={sample}
        hasTopic={hasTopic}
        onSample={setSample}
        preview={preview}
        {...(readerId !== undefined && { readerId })}
      />
    </Fieldset>
  )
}

function UsualFields({ value, errorOf, onSet }: MappingFieldProps) {
  const input = ({ name, label, description }: PathField, isRequired = false) => (
    <TextInput
      key={name}
      label={label}
      description={description}
      required={isRequired}
      spellCheck={false}
      autoCapitalize="off"
      value={value[name]}
      error={errorOf(name)}
      onChange={(event) => onSet(name, event.currentTarget.value)}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {input(readsField, true)}
      <Textarea
        label={t('Tag')}
        description={t('Path to the tag value in a read. Several paths, one in each line, are joined.')}
        required={value.value_from === 'path' && value.parent === ''}
        autosize
        minRows={1}
        spellCheck={false}
        autoCapitalize="off"
        value={value.value}
        error={errorOf('value')}
        onChange={(event) => onSet('value', event.currentTarget.value)}
      />
      {fields.map((field) => input(field))}
      <NativeSelect
        label={t('Time format')}
        description={t('How the reader writes the time')}
        data={timeFormats}
        value={value.time_format}
        disabled={value.observed_at === ''}
        onChange={(event) => onSet('time_format', event.currentTarget.value)}
      />
    </SimpleGrid>
  )
}
