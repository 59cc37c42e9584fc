/** The types of events (docs/events.md, Types). The log stores their numbers, from 1: append, never reorder. */
export const eventTypes = [
  'asset.moved',
  'asset.move_corrected',
  'asset.history_trimmed',
  'asset.created',
  'asset.updated',
  'asset.renamed',
  'asset.deleted',
  'asset.restored',
  'location.created',
  'location.updated',
  'location.renamed',
  'location.deleted',
  'location.restored',
  'reader.silent',
  'reader.live',
  'tag.unknown',
  'alert.opened',
  'alert.acknowledged',
  'alert.closed',
  'alert.retracted',
  'stocktake.opened',
  'stocktake.closed',
  'tag.button',
] as const
export type EventType = (typeof eventTypes)[number]

export const numberOf = (type: EventType): number => eventTypes.indexOf(type) + 1
export const typeOf = (number: number): EventType => eventTypes[number - 1] as EventType
