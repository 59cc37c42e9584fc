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

/** The fields that a new asset and a changed one have in common, as inputs hold them. */
export type AssetInputs = RecordInputs & {
  name: string
  /** Only of a new asset; later it is renamed. */
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

/** What a request says for the inputs that differ from `before`; what nobody touched is not sent. */
export function changesOf(inputs: AssetInputs, before: AssetInputs) {
  const isChanged = (name: keyof AssetInputs) => inputs[name] !== before[name]
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...recordChangesOf(inputs, before),
    ...(isChanged('metadata') && { metadata: metadataOf(inputs.metadata) }),
  }
}

/** In the form of the service's own complaints, so that it is shown at the field. */
function metadataOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    const message = 'metadata is not valid JSON'
    throw new ApiError(400, 'validation_error', message, [
      { field: 'metadata', code: 'invalid_value', message },
    ])
  }
}

interface AssetFieldsProps {
  /** Of a form that may have other fields beside them. */
  readonly form: Pick<ApiForm<AssetInputs>, 'text' | 'toggle'>
  /** Comes right after the name. */
  readonly children?: ReactNode
}

export const AssetFields = ({ form, children }: AssetFieldsProps) => (
  <>
    <TextInput label="Name" required {...form.text('name')} />
    {children}
    <RecordFields form={form} />
    <Textarea
      label="Metadata"
      description="A JSON object of your own"
      autosize
      minRows={2}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...form.text('metadata')}
    />
  </>
)
