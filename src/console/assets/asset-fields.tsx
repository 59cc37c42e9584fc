import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import {
  noRecord,
  recordChangesOf,
  RecordFields,
  type RecordInputs,
  recordInputsOf,
} from '../records/record-fields'
import type { ApiForm } from '../ui/use-api-form'

/** The inputs of the forms that create and edit an asset. */
export type AssetInputs = RecordInputs & {
  name: string
  /** Only for a new asset: `ChangeKey` changes the key of an existing one. */
  external_key: string
  metadata: string
}

export const noAsset: AssetInputs = {
  name: '',
  external_key: '',
  ...noRecord,
  metadata: '{}',
}

export const inputsOf = (asset: Schemas['AssetView']): AssetInputs => ({
  name: asset.name,
  external_key: asset.external_key,
  ...recordInputsOf(asset),
  metadata: JSON.stringify(asset.metadata, null, 2),
})

/** Returns the fields of the request: those whose inputs differ from `before`. */
export function changesOf(inputs: AssetInputs, before: AssetInputs) {
  const isChanged = (name: keyof AssetInputs) => inputs[name] !== before[name]
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...recordChangesOf(inputs, before),
    ...(isChanged('metadata') && { metadata: metadataOf(inputs.metadata) }),
  }
}

/** Parses the metadata. Throws the same error as the service would, so that the form shows it at the field. */
function metadataOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    const message = 'This is not valid JSON. Enter an object, such as {"colour": "red"}.'
    throw new ApiError(400, 'validation_error', message, [
      { field: 'metadata', code: 'invalid_value', message },
    ])
  }
}

interface AssetFieldsProps {
  /** The form may have more fields than those of an asset. */
  readonly form: Pick<ApiForm<AssetInputs>, 'text' | 'toggle'>
  /** Shown directly after the name. */
  readonly children?: ReactNode
}

export const AssetFields = ({ form, children }: AssetFieldsProps) => (
  <>
    <TextInput label="Name" required {...form.text('name')} />
    {children}
    <RecordFields form={form} />
    <Textarea
      label="Metadata"
      description="Extra data (JSON)"
      autosize
      minRows={2}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...form.text('metadata')}
    />
  </>
)
