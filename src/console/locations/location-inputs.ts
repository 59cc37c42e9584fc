import type { Schemas } from '../api/client'
import { noRecord, recordChangesOf, type RecordInputs, recordInputsOf } from '../records/record-fields'

/** The fields that a new location and a changed one have in common, as inputs hold them. */
export type LocationInputs = RecordInputs & {
  name: string
  /** Only of a new location; later it is renamed. */
  external_key: string
  /** Only of a new location; later it is moved. */
  parent_id: number | null
}

export const noLocation: LocationInputs = { name: '', external_key: '', parent_id: null, ...noRecord }

export const inputsOf = (location: Schemas['LocationView']): LocationInputs => ({
  name: location.name,
  external_key: location.external_key,
  parent_id: location.parent_id,
  ...recordInputsOf(location),
})

/** What a request says for the inputs that differ from `before`; what nobody touched is not sent. */
export function changesOf(inputs: LocationInputs, before: LocationInputs) {
  const isChanged = (name: keyof LocationInputs) => inputs[name] !== before[name]
  return {
    ...(isChanged('name') && { name: inputs.name }),
    ...(isChanged('external_key') && { external_key: inputs.external_key }),
    ...(isChanged('parent_id') && { parent_id: inputs.parent_id }),
    ...recordChangesOf(inputs, before),
  }
}
