import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../../contract/fields'

const Uri = (description: string, example: string) => Type.String({ description, example })

/** A field that always has this value. The document has a pattern, because OpenAPI 3.0 has no `const`. */
const fixed = <const T extends string>(value: T, description: string) =>
  Type.Unsafe<T>({ type: 'string', pattern: `^${value}$`, description, example: value })

const eventId = 'ni:///sha-256;b0b1d5d0c2a1f7b1e5f5d2b1f9a0c4b7b8a3a1d2c3e4f5061728394a5b6c7d8e?ver=CBV2.0'

const ErrorDeclaration = Type.Object(
  {
    declarationTime: Type.String({ ...Timestamp, description: 'When the service recorded the correction.' }),
    reason: Type.Unsafe<'incorrect_data' | 'did_not_occur'>({
      type: 'string',
      pattern: '^(incorrect_data|did_not_occur)$',
      description: '`incorrect_data`: another event replaces it. `did_not_occur`: it was removed.',
      example: 'incorrect_data',
    }),
    correctiveEventIDs: Type.Optional(
      Type.Array(Uri('eventID of the event that replaces it.', eventId), {
        description: 'The event that replaces it. Absent when it was removed.',
      }),
    ),
  },
  { $id: 'EpcisErrorDeclaration', description: 'Why an event is wrong.' },
)

const ReadPoint = Type.Object(
  { id: Uri('The antenna, or the place of a handheld.', 'urn:epc:id:sgln:0614141.07346.0') },
  { $id: 'EpcisReadPoint', description: 'Where the asset was read.' },
)

const BizLocation = Type.Object(
  { id: Uri('The place.', 'urn:epc:id:sgln:0614141.07346.0') },
  { $id: 'EpcisBizLocation', description: 'Where the asset is after the event.' },
)

const ObjectEvent = Type.Object(
  {
    type: fixed('ObjectEvent', 'The type of the event.'),
    eventID: Uri('Hash of the event (CBV 2.0).', eventId),
    eventTime: Type.String({ ...Timestamp, description: 'Time of the first read.' }),
    eventTimeZoneOffset: Type.String({ description: 'Always +00:00.', example: '+00:00' }),
    recordTime: Type.String({ ...Timestamp, description: 'When the service recorded the event.' }),
    epcList: Type.Array(Uri('The asset.', 'urn:epc:id:giai:0614141.PALLET-42'), {
      description: 'The asset.',
    }),
    action: fixed('OBSERVE', 'Always OBSERVE.'),
    readPoint: ReadPoint,
    bizLocation: BizLocation,
    errorDeclaration: Type.Optional(ErrorDeclaration),
  },
  { $id: 'EpcisObjectEvent', description: 'The arrival of an asset at a place.' },
)
export type ObjectEventView = Static<typeof ObjectEvent>

const EventList = Type.Array(ObjectEvent, { description: 'The events, in order of eventTime.' })

const document = {
  '@context': Type.Array(
    Uri(
      'The HTTPS URL of a JSON-LD context, here without the scheme.',
      'ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
    ),
    {
      description: 'The JSON-LD context of EPCIS 2.0.',
    },
  ),
  schemaVersion: Type.String({ description: 'Version of EPCIS.', example: '2.0' }),
  creationDate: Type.String({ ...Timestamp, description: 'When the document was created.' }),
}

const ResultsBody = Type.Object(
  { eventList: EventList },
  { $id: 'EpcisResultsBody', description: 'The events.' },
)

const QueryResults = Type.Object(
  {
    queryName: Type.String({ description: 'Name of the query.', example: 'SimpleEventQuery' }),
    resultsBody: ResultsBody,
  },
  { $id: 'EpcisQueryResults', description: 'The result of the query.' },
)

const EpcisBody = Type.Object(
  { queryResults: QueryResults },
  { $id: 'EpcisBody', description: 'The content.' },
)

/** The result of a query (docs/api.md, EPCIS). */
export const EpcisQueryDocument = Type.Object(
  {
    ...document,
    type: fixed('EPCISQueryDocument', 'The type of the document.'),
    epcisBody: EpcisBody,
  },
  { $id: 'EpcisQueryDocument', description: 'An EPCISQueryDocument of EPCIS 2.0 in JSON-LD.' },
)
export type EpcisQueryDocumentView = Static<typeof EpcisQueryDocument>

/** A change of the SGLN of a location. */
export const LocationSglnChanges = Type.Object({ sgln: Nullable(Type.String({ maxLength: 100 })) })

/** The SGLN of a location (docs/internal-api.md, EPCIS). */
export const LocationSgln = Type.Object(
  { sgln: Nullable(Type.String({ description: 'An EPC URI.' })) },
  { $id: 'LocationSgln', description: 'The SGLN that names a location in EPCIS.' },
)
export type LocationSglnView = Static<typeof LocationSgln>
