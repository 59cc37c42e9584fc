import { rowMessages } from '../../contract/messages'
import { epcisMessages } from './messages'
import { audit } from '../../people/audit/record'
import { accepted, problemsOf } from '../../contract/check'
import { invalidField, notFound } from '../../base/errors'
import { isSgln, sglnOfGln } from '../../base/gs1/uris'
import type { JsonObject } from '../../base/json'
import type { SessionCaller } from '../../base/caller'
import type { EpcisPosition, Reads, Store } from '../../storage/core/store'
import { type Clock, type Instant, toMicros, toWire } from '../../base/time'
import { captureDocumentOf, objectEventOf, queryDocumentOf } from './document'
import { namesOfEpc, namesOfPlace, namesOfReadPoint, ownBase, type UriForm } from './names'
import { type EpcisQueryDocumentView, LocationSglnChanges, type LocationSglnView } from './schema'

interface EpcisQuery {
  /** URIs. An empty list selects all events. */
  readonly epcs: readonly string[]
  readonly readPoints: readonly string[]
  readonly bizLocations: readonly string[]
  readonly from: Instant | undefined
  readonly before: Instant | undefined
  readonly perPage: number
  /** Maximum number of events on all pages. */
  readonly countMax: number | undefined
  readonly token: string | undefined
  readonly form: UriForm
}

interface EpcisResult {
  readonly document: EpcisQueryDocumentView
  /** Token of the next page; undefined at the end. */
  readonly nextToken: string | undefined
}

/** Events of the log as EPCIS 2.0, and the SGLNs of locations (docs/api.md, EPCIS). */
export class EpcisService {
  readonly #store: Store
  readonly #publicUrl: string | undefined
  readonly #now: Clock

  constructor(store: Store, publicUrl: string | undefined, now: Clock) {
    this.#store = store
    this.#publicUrl = publicUrl
    this.#now = now
  }

  /** Returns the beginning of the installation's own URIs. */
  async #base(): Promise<string> {
    return ownBase(this.#publicUrl, await this.#store.read.readers.installationId())
  }

  async query(organizationId: number, query: EpcisQuery): Promise<EpcisResult> {
    const naming = { base: await this.#base(), form: query.form }
    const { after, left } = readToken(query)
    const namesFor = (uris: readonly string[], toNames: (uri: string, base: string) => string[]) =>
      uris.length === 0 ? undefined : uris.flatMap((uri) => toNames(uri, naming.base))
    const limit = Math.min(query.perPage, left)
    const { rows, next } = await this.#store.read.epcis.page(
      organizationId,
      {
        epcs: namesFor(query.epcs, namesOfEpc),
        readPoints: namesFor(query.readPoints, namesOfReadPoint),
        bizLocations: namesFor(query.bizLocations, namesOfPlace),
        from: query.from ? toMicros(query.from) : 0,
        before: query.before ? toMicros(query.before) : Number.MAX_SAFE_INTEGER,
      },
      after,
      limit,
    )
    const replacements = await this.#store.read.epcis.replacements(organizationId, rows)
    const events = rows.map((row) => objectEventOf(row, replacements.get(row.id), naming))
    const stillLeft = left - rows.length
    return {
      document: queryDocumentOf(events, toWire(this.#now())),
      nextToken: next && stillLeft > 0 ? `${next.occurredAt}.${next.sequence}.${stillLeft}` : undefined,
    }
  }

  /**
   * Returns an event of the log as a document for the capture interface of another system. A correction contains the event
   * that was wrong, with its declaration, and the one that replaces it. Returns undefined when EPCIS shows nothing of it.
   */
  async captureDocument(organizationId: number, sequence: number): Promise<object | undefined> {
    const change = await this.#store.read.epcis.change(organizationId, sequence)
    if (!change) return undefined
    const naming = { base: await this.#base(), form: 'digital_link' } as const
    const { event, replaces } = change
    const events = [
      ...(replaces ? [objectEventOf(replaces, change, naming)] : []),
      ...(event ? [objectEventOf(event, undefined, naming)] : []),
    ]
    return events.length === 0 ? undefined : captureDocumentOf(events, toWire(this.#now()))
  }

  async sglnOf(organizationId: number, id: number): Promise<LocationSglnView> {
    await requireLocation(this.#store.read, organizationId, id)
    return { sgln: await this.#store.read.epcis.sgln(id) }
  }

  /** Sets the SGLN of a location. A GLN is completed with the company prefix of the organization. */
  changeSgln(caller: SessionCaller, id: number, body: JsonObject): Promise<LocationSglnView> {
    return this.#store.write(async (tx) => {
      const { organizationId } = caller
      const location = await requireLocation(tx, organizationId, id)
      const before = { sgln: await tx.epcis.sgln(id) }
      const { sgln } = accepted(LocationSglnChanges, body, problemsOf(LocationSglnChanges, body, before))
      const after = { sgln: sgln === null ? null : await sglnFor(tx, organizationId, sgln) }
      await tx.epcis.saveSgln(id, after.sgln)
      const subject = { kind: 'location', id, name: location.externalKey } as const
      await audit(tx, caller, { at: this.#now(), action: 'changed', subject, before, after })
      return after
    })
  }
}

async function requireLocation({ locations }: Pick<Reads, 'locations'>, organizationId: number, id: number) {
  const location = await locations.find(organizationId, id)
  if (!location) throw notFound(rowMessages('location.not_found'))
  return location
}

/** Returns the EPC URI of an SGLN or of a GLN. */
async function sglnFor(
  { accounts }: Pick<Reads, 'accounts'>,
  organizationId: number,
  value: string,
): Promise<string> {
  if (isSgln(value)) return value
  const prefix = (await accounts.findOrganization(organizationId))?.gs1CompanyPrefix ?? null
  const sgln = prefix === null ? null : sglnOfGln(value, prefix)
  if (sgln === null)
    throw invalidField('sgln', 'invalid_value', epcisMessages('epcis.sgln', { field: 'sgln' }))
  return sgln
}

/** Returns where the page begins, and how many events may follow. */
function readToken({ token, countMax = Number.MAX_SAFE_INTEGER }: EpcisQuery): {
  readonly after: EpcisPosition
  readonly left: number
} {
  if (token === undefined) return { after: { occurredAt: -1, sequence: 0 }, left: countMax }
  const [occurredAt, sequence, left] = token.split('.').map(Number) as [number, number, number]
  const isValid =
    /^\d+\.\d+\.[1-9]\d*$/.test(token) && [occurredAt, sequence, left].every(Number.isSafeInteger)
  if (!isValid)
    throw invalidField(
      'nextPageToken',
      'invalid_value',
      epcisMessages('epcis.page_token', { field: 'nextPageToken' }),
    )
  return { after: { occurredAt, sequence }, left: Math.min(left, countMax) }
}
