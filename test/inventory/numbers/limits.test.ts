import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** How many prefixes, counters and numbers there may be. */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

const path = '/internal/v1/gs1-prefixes'
const prefixesMax = 20
const countersMax = 1_000
const numbersMax = 1_000
const atOnce = 50

// Rule: internal-api.md, GS1 numbers
test('an organization has at most 20 prefixes, a prefix 1,000 counters, and a request 1,000 numbers', async () => {
  const program = await startProgram({ dataDir: newDataDir(), isFirst: true })
  const session = await signIn(program)
  const add = (number: number) => session.post(path, { prefix: String(952_100 + number) })
  const added = []
  for (let number = 0; number < prefixesMax; number++) added.push(await add(number))
  expect(added.map(({ status }) => status)).toEqual(added.map(() => 201))
  const refused = await add(prefixesMax)
  expect([refused.status, refused.body.error.detail]).toEqual([
    409,
    'There are 20 prefixes already; delete one that is not used',
  ])
  const [first, last] = [added[0]?.body.data.id as number, added.at(-1)?.body.data.id as number]
  expect((await session.delete(`${path}/${last}`)).status).toBe(204)
  expect((await add(prefixesMax)).status).toBe(201)

  const raise = (reference: number, nextSerial = 5) =>
    session.patch(`${path}/${first}/counters`, {
      scheme: 'grai',
      reference: String(reference).padStart(6, '0'),
      next_serial: nextSerial,
    })
  for (let from = 0; from < countersMax; from += atOnce) {
    const some = await Promise.all(Array.from({ length: atOnce }, (_, at) => raise(from + at)))
    expect(new Set(some.map(({ status }) => status))).toEqual(new Set([200]))
  }
  const beyond = await raise(countersMax)
  expect([beyond.status, beyond.body.error.detail]).toEqual([409, 'The prefix has 1000 counters already'])
  // One that is there can still be raised.
  expect((await raise(0, 6)).status).toBe(200)

  const mint = (count: number) =>
    session.post('/internal/v1/epcs/mint', {
      scheme: 'grai',
      prefix_id: first,
      reference: '000000',
      count,
    })
  expect(faultsOf(await mint(numbersMax + 1))).toEqual([400, 'count too_large'])
  const { data } = (await mint(numbersMax)).body
  expect(new Set(data.map(({ epc }: { epc: string }) => epc)).size).toBe(numbersMax)
})
