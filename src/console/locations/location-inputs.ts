import type { Schemas } from '../api/client'
import { noRecord, recordChangesOf, type RecordInputs, recordInputsOf } from '../records/record-fields'

/** The values of the inputs for a new or edited location. */
export type LocationInputs = RecordInputs & {
  name: string
  /** Only for a new location. The key of an existing one is changed separately. */
  external_key: string
  /** Only for a new location. An existing one is moved separately. */
  parent_id: number | null
}

export const noLocation: LocationInputs = { name: '', external_key: '', parent_id: null, ...noRecord }

export const inputsOf = (location: Schemas['LocationView']): LocationInputs => ({
  name: location.name,
  external_key: location.external_key,
  parent_id: location.parent_id,
  ...recordInputsOf(location),
})

/** Returns the fields of a request for the inputs that differ from `before`. Unchanged inputs are not sent. */
export function changesOf(inputs: LocationInputs, before: LocationInputs) {
  const isChanged = (name: keyof LocationInputs) => inputs[name] !== before[name]
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...(isChanged('parent_id') && { parent_id: inputs.parent_id }),
    ...recordChangesOf(inputs, before),
  }
}
