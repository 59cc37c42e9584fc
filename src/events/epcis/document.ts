import { createHash } from 'node:crypto'
import type { EpcisReplacement, EpcisRow } from '../../storage/core/store'
import { wireOf } from '../../base/time'
import { epcUri, type Naming, placeUri, readPointUri } from './names'
import type { EpcisQueryDocumentView, ObjectEventView } from './schema'

/** Events as EPCIS 2.0 shows them: pure functions from rows of the event log to JSON-LD. */

const context = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld']
const utc = '+00:00'

/** Returns the hash of an event (CBV 2.0, 8.9.2): of its canonical form, in which GS1 keys are Digital Links. */
function eventIdOf(row: EpcisRow, base: string): string {
  const naming: Naming = { base, form: 'digital_link' }
  const canonical = [
    'eventType=ObjectEvent',
    `eventTime=${wireOf(row.occurredAt)}`,
    `eventTimeZoneOffset=${utc}`,
    `epcListepc=${epcUri(row.epc, naming)}`,
    'action=OBSERVE',
    `readPointid=${readPointUri(row.readPoint, naming)}`,
    `bizLocationid=${placeUri(row.bizLocation, naming)}`,
  ].join('')
  return `ni:///sha-256;${createHash('sha256').update(canonical).digest('hex')}?ver=CBV2.0`
}

/** @param replacement what has replaced the event; undefined when nothing has */
export function objectEventOf(
  row: EpcisRow,
  replacement: EpcisReplacement | undefined,
  naming: Naming,
): ObjectEventView {
  return {
    type: 'ObjectEvent',
    eventID: eventIdOf(row, naming.base),
    eventTime: wireOf(row.occurredAt),
    eventTimeZoneOffset: utc,
    recordTime: wireOf(row.recordedAt),
    epcList: [epcUri(row.epc, naming)],
    action: 'OBSERVE',
    readPoint: { id: readPointUri(row.readPoint, naming) },
    bizLocation: { id: placeUri(row.bizLocation, naming) },
    ...(replacement && { errorDeclaration: declarationOf(replacement, naming.base) }),
  }
}

const declarationOf = ({ recordedAt, event }: EpcisReplacement, base: string) => ({
  declarationTime: wireOf(recordedAt),
  reason: event ? ('incorrect_data' as const) : ('did_not_occur' as const),
  ...(event && { correctiveEventIDs: [eventIdOf(event, base)] }),
})

/** Returns a document for the capture interface of a repository. @param createdAt RFC 3339 */
export const captureDocumentOf = (eventList: readonly ObjectEventView[], createdAt: string): object => ({
  '@context': context,
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: createdAt,
  epcisBody: { eventList },
})

/** Returns the result of a query. @param createdAt RFC 3339 */
export const queryDocumentOf = (
  eventList: readonly ObjectEventView[],
  createdAt: string,
): EpcisQueryDocumentView => ({
  '@context': context,
  schemaVersion: '2.0',
  type: 'EPCISQueryDocument',
  creationDate: createdAt,
  epcisBody: { queryResults: { queryName: 'SimpleEventQuery', resultsBody: { eventList: [...eventList] } } },
})
