import { readCode } from '../../base/gs1/identity'

/** What a label can show. It needs no store, so that all ways of printing share it. */

/** The fields of a record and of its number. An own field of assets is `field:` and its key. */
export const labelFields = [
  'external_key',
  'name',
  'description',
  'organization',
  'location',
  'code',
  'epc',
  'gs1_key',
  'serial',
  'element_string',
  'uri',
  'digital_link',
] as const
type LabelField = (typeof labelFields)[number]

const ownPrefix = 'field:'

/** Returns the key of the own field that a field names; undefined for other fields. */
export const ownKeyOf = (field: string): string | undefined =>
  field.startsWith(ownPrefix) ? field.slice(ownPrefix.length) : undefined

export const isLabelField = (field: string): field is LabelField =>
  (labelFields as readonly string[]).includes(field)

/** What is known about an asset or a location. */
export interface LabelSubject {
  readonly externalKey: string
  readonly name: string
  readonly description: string | null
  readonly organization: string
  /** The present location of an asset, or the location above a location. */
  readonly location: string | null
  readonly tags: readonly { readonly tagType: string; readonly value: string }[]
  /** Own fields that have a value, by key. */
  readonly fields: ReadonlyMap<string, string>
}

/** A number that was minted for a label. */
interface LabelNumber {
  readonly epc: string
  readonly uri: string
  readonly gs1_key: string
  readonly serial: string
  readonly element_string: string
}

/** The texts of the fields that have one. */
export type LabelValues = ReadonlyMap<string, string>

/** @param number the number that was minted for the label; null: the number of a tag is shown, if one names a GS1 key */
export function labelValues(subject: LabelSubject, number: LabelNumber | null): LabelValues {
  const barcode = subject.tags.find(({ tagType }) => tagType === 'barcode')?.value
  const values: Record<Exclude<LabelField, keyof Numbered>, string | null> = {
    external_key: subject.externalKey,
    name: subject.name,
    description: subject.description,
    organization: subject.organization,
    location: subject.location,
    // Readers recognize a barcode tag, and no key.
    code: barcode ?? subject.externalKey,
  }
  const all = [
    ...Object.entries({ ...values, ...numberOf(subject, number) }),
    ...[...subject.fields].map(([key, value]) => [ownPrefix + key, value] as const),
  ]
  return new Map(all.filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''))
}

interface Numbered {
  readonly epc: string | null
  readonly gs1_key: string | null
  readonly serial: string | null
  readonly element_string: string | null
  readonly uri: string | null
  readonly digital_link: string | null
}

function numberOf({ tags }: LabelSubject, minted: LabelNumber | null): Numbered {
  const ordered = [...tags.filter(isRfid), ...tags.filter((tag) => !isRfid(tag))]
  const source = minted?.epc ?? ordered.find(({ value }) => readCode(value).identity !== null)?.value
  const identity = source === undefined ? null : readCode(source).identity
  return {
    epc: minted?.epc ?? tags.find(isRfid)?.value ?? null,
    gs1_key: identity?.gs1_key ?? null,
    serial: minted?.serial ?? identity?.serial ?? null,
    element_string: identity?.element_string ?? null,
    uri: identity?.uri ?? null,
    digital_link: identity?.digital_link ?? null,
  }
}

const isRfid = ({ tagType }: LabelSubject['tags'][number]): boolean => tagType === 'rfid'
