import type { EventNames, NamedRow } from './event-names'
import { type Instant, type Micros, toWire, wireOf, wireOrNull } from '../../../base/time'

/** The fields of an event except those of its row. Null: the event is not about such a thing. */
export interface EventFields {
  readonly asset_id: number | null
  readonly asset_external_key: string | null
  readonly location_id: number | null
  readonly location_external_key: string | null
  readonly reader_id: number | null
  readonly reader_external_key: string | null
  readonly tag: { readonly tag_type: string; readonly value: string } | null
  readonly record: object | null
  readonly move: object | null
  readonly trim: object | null
  readonly alert: object | null
  readonly stocktake: object | null
  readonly button: object | null
  readonly replaces: readonly number[]
}

export const noFields: EventFields = {
  asset_id: null,
  asset_external_key: null,
  location_id: null,
  location_external_key: null,
  reader_id: null,
  reader_external_key: null,
  tag: null,
  record: null,
  move: null,
  trim: null,
  alert: null,
  stocktake: null,
  button: null,
  replaces: [],
}

/** A scan event with the names of its asset and its locations. */
export interface ScanEventRow extends NamedRow {
  readonly id: number
  readonly locationKey: string
  readonly firstAt: Micros
  readonly lastAt: Micros
  readonly cause: string
  /** The values of the location decision, as JSON. */
  readonly why: string | null
  readonly readerKey: string | null
  /** The location of the event before it. */
  readonly fromId: number | null
  readonly fromKey: string | null
}

/** One of the newest scan events of an asset. */
export interface NewestEvent {
  readonly id: number
  readonly firstAt: Micros
  readonly locationId: number
  readonly locationKey: string
}

/** An asset or a location. */
export interface RecordRow {
  readonly externalKey: string
  readonly name: string
  readonly isActive: boolean
  readonly parentId: number | null
  readonly validFrom: Instant
  readonly validTo: Instant | null
  readonly deletedAt: Instant | null
}

export const toRecord = (row: RecordRow, previousKey: string | null) => ({
  external_key: row.externalKey,
  previous_external_key: previousKey,
  name: row.name,
  is_active: row.isActive,
  parent_id: row.parentId,
  valid_from: toWire(row.validFrom),
  valid_to: wireOrNull(row.validTo),
  deleted_at: wireOrNull(row.deletedAt),
})

export const toPresent = (present: NewestEvent | undefined) => ({
  current_location_id: present?.locationId ?? null,
  current_location_external_key: present?.locationKey ?? null,
  current_event_observed_at: present ? wireOf(present.firstAt) : null,
})

/** The content of an event before it has a sequence. */
export interface Subject {
  /** Null: the time of the service. */
  readonly occurredAt: Micros | Instant | null
  /** The locations that the event is about, without those above them. */
  readonly locationIds: readonly number[]
  readonly fields: EventFields
  /** Absent when the event is not an EPCIS event. */
  readonly names?: EventNames
}
