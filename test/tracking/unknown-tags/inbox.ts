import { otherOrganization, signIn } from '../../support/client'
import { startProgram } from '../../support/program'
import { newLocation } from '../../support/records'
import { newReader, postReads, secondsAgo, type SentRead } from '../../support/scans'
import { countersOf, gainsOf } from '../../support/warehouse'

/** Starts a service with a reader at two places, another organization, and what tests do with the inbox of unknown tags. */
export async function startInbox() {
  const program = await startProgram()
  const session = await signIn(program)
  const other = await otherOrganization(program)
  const place = (await newLocation(session, { external_key: 'PLACE' })).id
  const elsewhere = (await newLocation(session, { external_key: 'ELSEWHERE' })).id
  const gate = await newReader(session, 'GATE', [place, elsewhere])

  const post = (...reads: SentRead[]): Promise<void> => postReads(program, gate, reads)

  const read = (value: string, ago: number, antenna = 1): SentRead => ({
    value,
    antenna,
    observed_at: secondsAgo(ago),
    rssi: -50,
  })

  const submit = (body: object, client = session) =>
    client.post('/internal/v1/scans', { location_id: place, ...body })

  /** Returns the inbox's entry of a value; undefined when there is none. */
  async function entryOf(value: string, client = session) {
    const { data } = (await client.get(`/internal/v1/unknown-tags?q=${encodeURIComponent(value)}`)).body
    return data.find((entry: { value: string }) => entry.value === value)
  }

  const bind = (id: number, body: unknown, client = session) =>
    client.post(`/internal/v1/unknown-tags/${id}/bind`, body)

  /** The locations and times of an asset, oldest first. */
  async function historyOf(assetId: number): Promise<[number, string][]> {
    const { data } = (await session.get(`/api/v1/assets/${assetId}/history?sort=event_observed_at`)).body
    return data.map((event: { location_id: number; event_observed_at: string }) => [
      event.location_id,
      event.event_observed_at,
    ])
  }

  /** The increase of the counters of reads during `work`. */
  async function gained(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const gains = await gainsOf(() => countersOf(program.http), work)
    return Object.fromEntries(Object.entries(gains).filter(([name]) => name.startsWith('reads.')))
  }

  return {
    program,
    session,
    other,
    place,
    elsewhere,
    gate,
    post,
    read,
    submit,
    entryOf,
    bind,
    historyOf,
    gained,
  }
}
