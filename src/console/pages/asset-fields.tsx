import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { fromLocalInput, toLocalInput } from '../parts/format'
import type { ApiForm } from '../parts/use-api-form'

/** The fields that a new asset and a changed one have in common, as inputs hold them. */
export type AssetInputs = {
  name: string
  /** Only of a new asset; later it is renamed. */
  external_key: string
  description: string
  is_active: boolean
  valid_from: string
  valid_to: string
  metadata: string
}

export const noAsset: AssetInputs = {
  name: '',
  external_key: '',
  description: '',
  is_active: true,
  valid_from: '',
  valid_to: '',
  metadata: '{}',
}

export const inputsOf = (asset: Schemas['AssetView']): AssetInputs => ({
  name: asset.name,
  external_key: asset.external_key,
  description: asset.description ?? '',
  is_active: asset.is_active,
  valid_from: toLocalInput(asset.valid_from),
  valid_to: toLocalInput(asset.valid_to),
  metadata: JSON.stringify(asset.metadata, null, 2),
})

/**
 * What a request says for the inputs that differ from `before`: a field that nobody touched is not sent, so that it
 * keeps what an input can't hold, such as fractions of a second.
 */
export function changesOf(inputs: AssetInputs, before: AssetInputs) {
  const isChanged = (name: keyof AssetInputs) => inputs[name] !== before[name]
  const from = fromLocalInput(inputs.valid_from)
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...(isChanged('description') && { description: inputs.description === '' ? null : inputs.description }),
    ...(isChanged('is_active') && { is_active: inputs.is_active }),
    ...(isChanged('valid_from') && from !== null && { valid_from: from }),
    ...(isChanged('valid_to') && { valid_to: fromLocalInput(inputs.valid_to) }),
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
  readonly form: ApiForm<AssetInputs>
  /** Comes right after the name. */
  readonly children?: ReactNode
}

export const AssetFields = ({ form, children }: AssetFieldsProps) => (
  <>
    <TextInput label="Name" required {...form.text('name')} />
    {children}
    <Textarea label="Description" autosize minRows={2} {...form.text('description')} />
    <Switch label="Active" {...form.toggle('is_active')} />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="Valid from" type="datetime-local" step={1} {...form.text('valid_from')} />
      <TextInput
        label="Valid to"
        description="Empty: it does not end"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="datetime-local"
        step={1}
        {...form.text('valid_to')}
      />
    </SimpleGrid>
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
