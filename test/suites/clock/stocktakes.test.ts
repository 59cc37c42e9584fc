import { expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { close, count, linesOf, newHall, open, placed, read, send } from '../../support/stocktakes'
import {
  clock,
  describeFaked,
  isDoubtLogged,
  laterThan,
  program,
  start,
  until,
  useClock,
  year,
} from '../../support/wrong-clock'

/** Stocktakes and searches that were written while the clock was a year ahead (decision 0012). */

setDefaultTimeout(60_000)
useClock()

// Rule: internal-api.md, Clock
describeFaked(`stocktakes${faketimeSuffix}`, () => {
  test('of a wrong time are set back, an asset stays where it was scanned last, and a result stays as it was', async () => {
    await start()
    const before = await signIn(program)
    const { hall, aisle, other } = await newHall(before)
    const assets = await placed(before, aisle, 3)
    const { id } = await open(before, hall)
    await count(before, id, aisle, assets.slice(0, 1), 1)

    clock.set(year)
    await until(isDoubtLogged, 'the doubt is in the log')
    const during = await signIn(program)
    const value = (index: number) => ({ value: assets[index]?.external_key ?? '' })
    // Without times, so that they have that of the service.
    await send(during, id, other, [value(0), value(1), { value: 'NOBODY' }])
    await send(during, id, aisle, [value(1)])
    await during.post(`/internal/v1/stocktakes/${id}/places/${aisle.id}/finish`)
    const fixed = await open(during, hall, { name: 'Fixed' })
    await send(during, fixed.id, aisle, [value(2)])
    const { result_sha256: hash } = await close(during, fixed.id, { start_searches: true })
    const searched = await during.get('/internal/v1/searches')
    expect(searched.body.total_count).toBe(2)
    const csv = (await during.get(`/internal/v1/stocktakes/${fixed.id}/result.csv`)).text

    clock.set(0)
    await until(() => !isDoubtLogged(), 'the time is accepted again')
    await until(() => program.log().includes('were moved back'), 'repair')
    // The result is what its hash says, with the times of then.
    expect(
      laterThan(Date.now() + 300_000).filter((found) => !/^stocktake_(lines|counts)\./.test(found)),
    ).toEqual([])
    const after = await signIn(program)
    const lines = await linesOf(after, id)
    expect(lines.map(({ verdict, found_location_id: at }) => [verdict, at])).toEqual([
      ['elsewhere', other.id],
      ['found', aisle.id],
      ['to_count', null],
    ])
    for (const { counted_at: at } of lines) expect(Date.parse(at ?? 0)).toBeLessThan(Date.now())
    const opened = await read(after, id)
    expect(Date.parse(opened.counters[0].last_heard_at)).toBeLessThan(Date.now())
    const same = await after.get(`/internal/v1/stocktakes/${fixed.id}/result.csv`)
    expect([same.text, (await read(after, fixed.id)).result_sha256]).toEqual([csv, hash])
    expect(Date.parse((await read(after, fixed.id)).closed_at)).toBeLessThan(Date.now())
    // A scan of now is later than those that were set back.
    await send(after, id, aisle, [value(0)])
    expect((await linesOf(after, id))[0]).toMatchObject({ verdict: 'found', found_location_id: aisle.id })
  })

  test('take the scans of a phone with a wrong clock at the time of their receipt, and keep the right ones', async () => {
    await start()
    const session = await signIn(program)
    const { hall, aisle } = await newHall(session)
    const assets = await placed(session, aisle, 3)
    const { id } = await open(session, hall)
    const begun = Date.now() - 1000
    const at = (index: number, seconds: number) => ({
      value: assets[index]?.external_key ?? '',
      observed_at: new Date(Date.now() + seconds * 1000).toISOString(),
    })
    const { body } = await send(session, id, aisle, [at(0, year), at(1, -10 * year), at(2, -600)])
    expect(body.data).toMatchObject({ accepted: 3, rejected: [] })
    const times = (await linesOf(session, id)).map(({ counted_at: counted }) => Date.parse(counted))
    for (const counted of times.slice(0, 2)) {
      expect(counted).toBeGreaterThan(begun)
      expect(counted).toBeLessThan(Date.now() + 1000)
    }
    expect(times[2]).toBeLessThan(begun - 500_000)
  })
})
