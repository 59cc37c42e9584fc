import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, type Reader, secondsAhead } from '../../support/scans'

/** A reader whose messages cannot be decoded because of a fault of the service: its stored mapping is damaged. */

setDefaultTimeout(30_000)
afterAll(stopPrograms)

const post = (program: Program, reader: Reader, body: string) =>
  clientOf(program.http, reader.device_token).request(
    'POST',
    `/internal/v1/readers/${reader.external_key}/events`,
    { body },
  )

describe('a reader with a damaged mapping', () => {
  for (const [what, length] of Object.entries({ small: 10, large: 100_000 }))
    test(`receives 500 for a ${what} message, and the reads of other readers are recorded`, async () => {
      const dataDir = newDataDir()
      const first = await startProgram({ dataDir })
      const session = await signIn(first)
      const hall = await newLocation(session)
      const mapping = { reads: '$.tags', value: '$.epc' }
      const broken = await newReader(session, freshKey('broken'), [hall.id], { format: 'mapping', mapping })
      const other = await newReader(session, freshKey('other'), [hall.id])
      const asset = await newTagged(session, freshKey())
      await first.stop()
      using db = openDatabase(dataDir)
      db.run(`update readers set mapping = '{' where id = ?`, [broken.id])
      db.close()

      const second = await startProgram({ dataDir })
      const padding = 'x'.repeat(length)
      const reads = [{ value: asset.external_key, antenna: 1, observed_at: secondsAhead(0) }]
      const responses = await Promise.all([
        post(second, broken, JSON.stringify({ tags: [{ epc: 'A1' }], padding })),
        post(second, other, JSON.stringify({ reads, padding })),
      ])
      expect(responses.map(({ status }) => status)).toEqual([500, 202])
      const events = await clientOf(second.http, (await signIn(second)).token).get(
        `/internal/v1/assets/${asset.id}/events`,
      )
      expect(events.body.total_count).toBe(1)
    })
})
