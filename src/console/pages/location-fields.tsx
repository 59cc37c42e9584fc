import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import type { Schemas } from '../api/client'
import { fromLocalInput, toLocalInput } from '../parts/format'
import type { ApiForm } from '../parts/use-api-form'

/** The fields that a new location and a changed one have in common, as inputs hold them. */
export type LocationInputs = {
  name: string
  /** Only of a new location; later it is renamed. */
  external_key: string
  /** Only of a new location; later it is moved. */
  parent_id: number | null
  description: string
  is_active: boolean
  valid_from: string
  valid_to: string
}

export const noLocation: LocationInputs = {
  name: '',
  external_key: '',
  parent_id: null,
  description: '',
  is_active: true,
  valid_from: '',
  valid_to: '',
}

export const inputsOf = (location: Schemas['LocationView']): LocationInputs => ({
  name: location.name,
  external_key: location.external_key,
  parent_id: location.parent_id,
  description: location.description ?? '',
  is_active: location.is_active,
  valid_from: toLocalInput(location.valid_from),
  valid_to: toLocalInput(location.valid_to),
})

/** What a request says for the inputs that differ from `before`; what nobody touched is not sent. */
export function changesOf(inputs: LocationInputs, before: LocationInputs) {
  const isChanged = (name: keyof LocationInputs) => inputs[name] !== before[name]
  const from = fromLocalInput(inputs.valid_from)
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...(isChanged('parent_id') && { parent_id: inputs.parent_id }),
    ...(isChanged('description') && { description: inputs.description === '' ? null : inputs.description }),
    ...(isChanged('is_active') && { is_active: inputs.is_active }),
    ...(isChanged('valid_from') && from !== null && { valid_from: from }),
    ...(isChanged('valid_to') && { valid_to: fromLocalInput(inputs.valid_to) }),
  }
}

export const LocationFields = ({ form }: { readonly form: ApiForm<LocationInputs> }) => (
  <>
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
  </>
)
