import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAhead } from '../../support/scans'

/** Reads that get the time of receipt, because they have no time or an implausible one. */

let program: Program
let session: Client
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const timesOf: Record<string, readonly object[]> = {
  'without times': [{}, {}, {}],
  'of a clock that was never set': [2, 3, 4].map((minute) => ({
    observed_at: `1990-01-01T00:0${minute}:00Z`,
  })),
}

for (const [what, times] of Object.entries(timesOf))
  // Rule: history.md, Time of a read
  test(`reads ${what} of one tag in one message all count, even after a late read`, async () => {
    const { id, external_key: value } = await newTagged(session, freshKey())
    const gate = await newReader(session, freshKey('gate'), [(await newLocation(session)).id])
    await postReads(
      program,
      gate,
      times.map((time) => ({ value, antenna: 1, ...time })),
    )
    await postReads(program, gate, [{ value, antenna: 1, observed_at: secondsAhead(-20) }])
    const { body } = await session.get(`/internal/v1/assets/${id}/events`)
    expect(body.data.map(({ read_count }: { read_count: number }) => read_count)).toEqual([4])
  })
