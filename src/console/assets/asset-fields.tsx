import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../api/client'
import { type ApiError, invalid } from '../api/errors'
import { FieldInputs } from '../fields/field-inputs'
import type { AssetField } from '../fields/use-fields'
import {
  fieldChangesOf,
  fieldInputsOf,
  type FieldInputs as Inputs,
  type Metadata,
  type MetadataChanges,
  otherMetadata,
} from '../fields/values'
import { t } from '../languages/messages'
import {
  noRecord,
  recordChangesOf,
  RecordFields,
  type RecordInputs,
  recordInputsOf,
} from '../records/record-fields'
import type { ApiForm } from '../ui/forms/use-api-form'
import { isSame } from '../ui/forms/use-draft'

/** The inputs of the forms that create and edit an asset. */
export type AssetInputs = RecordInputs &
  Inputs & {
    name: string
    /** Only for a new asset: `ChangeKey` changes the key of an existing one. */
    external_key: string
    /** The metadata that no field describes, as JSON. */
    metadata: string
  }

export const noAsset = (fields: readonly AssetField[]): AssetInputs => ({
  name: '',
  external_key: '',
  ...noRecord,
  ...fieldInputsOf({}, fields),
  metadata: '{}',
})

export const inputsOf = (asset: Schemas['AssetView'], fields: readonly AssetField[]): AssetInputs => ({
  name: asset.name,
  external_key: asset.external_key,
  ...recordInputsOf(asset),
  ...fieldInputsOf(asset.metadata, fields),
  metadata: JSON.stringify(otherMetadata(asset.metadata, fields), null, 2),
})

/** Returns the fields of the request, apart from the metadata: those whose inputs differ from `before`. */
export function changesOf(inputs: AssetInputs, before: AssetInputs) {
  const isChanged = (name: keyof AssetInputs) => inputs[name] !== before[name]
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...recordChangesOf(inputs, before),
  }
}

/**
 * Returns the keys of the metadata that differ from `before`. All other keys are not sent, because a browser rounds large
 * numbers. Throws an error of the inputs that are not valid.
 */
export function metadataChangesOf(
  inputs: AssetInputs,
  before: AssetInputs,
  fields: readonly AssetField[],
): MetadataChanges {
  const { set, remove } = fieldChangesOf(inputs, before, fields)
  if (inputs.metadata === before.metadata) return { set, remove }
  const [old, now] = [metadataOf(before.metadata), metadataOf(inputs.metadata)]
  const field = fields.find(({ key }) => Object.hasOwn(now, key))
  if (field)
    throw wrongMetadata(
      t(
        '{key} is the key of the field {name}. Remove it from the metadata, and enter the value in that field.',
        { key: field.key, name: field.name },
      ),
    )
  const changed = Object.entries(now).filter(([key, value]) => !isSame(value, old[key]))
  return {
    set: Object.fromEntries([...Object.entries(set), ...changed]),
    remove: [...remove, ...Object.keys(old).filter((key) => !Object.hasOwn(now, key))],
  }
}

/** Parses the metadata. Throws the same error as the service would, so that the form shows it at the field. */
function metadataOf(text: string): Metadata {
  const parsed = parse(text)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Metadata
  throw wrongMetadata(t('Enter a JSON object, such as {"color": "red"}.'))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongMetadata(t('This is not valid JSON. Enter an object, such as {"color": "red"}.'))
  }
}

const wrongMetadata = (message: string): ApiError => invalid('metadata', message)

interface AssetFieldsProps {
  /** The form may have more fields than those of an asset. */
  readonly form: Pick<ApiForm<AssetInputs>, 'text' | 'toggle' | 'set'>
  /** The fields that the organization has defined. */
  readonly fields: readonly AssetField[]
  /** Shown directly after the name. */
  readonly children?: ReactNode
}

export const AssetFields = ({ form, fields, children }: AssetFieldsProps) => (
  <>
    <TextInput label={t('Name')} required {...form.text('name')} />
    {children}
    <FieldInputs fields={fields} form={form} />
    <RecordFields form={form} />
    <OtherMetadata input={form.text('metadata')} />
  </>
)

/** The metadata that no field describes. It is folded while there is none, because few users need it. */
function OtherMetadata({ input }: { readonly input: ReturnType<AssetFieldsProps['form']['text']> }) {
  const [isFolded] = useState(input.value.trim() === '{}')
  const textarea = (
    <Textarea
      label={t('Metadata')}
      description={t('Extra data (JSON)')}
      autosize
      minRows={2}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...input}
    />
  )
  if (!isFolded) return textarea
  return (
    <details className="fold">
      <summary>{t('Extra data (JSON)')}</summary>
      {textarea}
    </details>
  )
}
