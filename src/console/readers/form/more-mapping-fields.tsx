import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../languages/messages'
import { type MappingField, type MappingInputs } from './mapping-inputs'

const valueSources = [
  { value: 'path', label: t('At the path') },
  { value: 'key', label: t('Name of a member of an object') },
  { value: 'topic', label: t('Level of the topic') },
]

const decodings = [
  { value: '', label: t('As it is') },
  { value: 'hex', label: t('Hex') },
  { value: 'base64', label: 'Base64' },
  { value: 'advertisement', label: t('BLE advertisement') },
]

interface TextField {
  readonly name: MappingField
  readonly label: string
  readonly description: string
}

const areas: readonly TextField[] = [
  {
    name: 'when',
    label: t('Conditions'),
    description: t('One in each line: $.state = ON, $.state != OFF, $.rssi exists, $.gone absent.'),
  },
  {
    name: 'antenna_names',
    label: t('Named antennas'),
    description: t('One in each line: Gate North = 1'),
  },
]

const texts: readonly TextField[] = [
  {
    name: 'parent',
    label: t('Tag above the reads'),
    description: t('Path in the message, if the reads are receivers of one tag'),
  },
  { name: 'value_join', label: t('Text between the parts'), description: t('For a tag with several paths') },
]

const names: readonly MappingField[] = ['value_join', 'value_decode', 'parent', 'when', 'antenna_names']

export interface MappingFieldProps {
  readonly value: MappingInputs
  readonly errorOf: (name: MappingField) => string | undefined
  readonly onSet: (name: MappingField, text: string) => void
}

/** The fields that few readers need. */
export function MoreMappingFields({ value, errorOf, onSet }: MappingFieldProps) {
  const [isOpen] = useState(value.value_from !== 'path' || names.some((name) => value[name] !== ''))
  const common = (name: MappingField) => ({
    spellCheck: false,
    autoCapitalize: 'off',
    value: value[name],
    error: errorOf(name),
  })
  const [source = 'path', level = ''] = value.value_from.split(':')
  return (
    <details className="more-mapping" open={isOpen}>
      <summary>{t('More options')}</summary>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label={t('Source of the tag')}
          data={valueSources}
          value={source}
          onChange={({ currentTarget: { value: chosen } }) =>
            onSet('value_from', chosen === 'topic' ? 'topic:1' : chosen)
          }
        />
        {source === 'topic' && (
          <TextInput
            label={t('Topic level')}
            description={t('1 is the first level, -1 is the last.')}
            value={level}
            error={errorOf('value_from')}
            onChange={(event) => onSet('value_from', `topic:${event.currentTarget.value}`)}
          />
        )}
        <NativeSelect
          label={t('Encoding of the tag')}
          data={decodings}
          value={value.value_decode}
          onChange={(event) => onSet('value_decode', event.currentTarget.value)}
        />
        {texts.map(({ name, label, description }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            {...common(name)}
            onChange={(event) => onSet(name, event.currentTarget.value)}
          />
        ))}
        {areas.map(({ name, label, description }) => (
          <Textarea
            key={name}
            label={label}
            description={description}
            autosize
            minRows={2}
            {...common(name)}
            onChange={(event) => onSet(name, event.currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </details>
  )
}
