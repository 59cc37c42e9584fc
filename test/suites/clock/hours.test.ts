import { expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { newAsset, newTagged } from '../../support/records'
import { postReads } from '../../support/scans'
import {
  hour,
  clock,
  program,
  start,
  ways,
  readiness,
  expiringTables,
  counts,
  laterThan,
  openWarehouse,
  submit,
  placeOf,
  newestChange,
  listed,
  describeFaked,
  useClock,
} from '../../support/wrong-clock'

/** A clock that is an hour ahead or behind (decision 0012). */

setDefaultTimeout(60_000)
useClock()

describeFaked(`a clock that advances by an hour${faketimeSuffix}`, () => {
  for (const [way, move] of Object.entries(ways))
    for (const [name, offset] of [
      ['ahead', hour],
      ['back', -hour],
    ] as const)
      test(`${name} ${way}, and later correct again, hides no data and preserves the order`, async () => {
        await start()
        const first = await signIn(program)
        const { docks, pallet, reader } = await openWarehouse(first)
        const made = [await newAsset(first)]
        const tokens = [made[0]?.updated_at]
        let place = 0
        let seconds = 0
        const crate = await newTagged(first, 'C7A7E')
        await postReads(program, reader, [{ value: 'C7A7E', antenna: 1 }])
        const before = counts()

        for (const now of [offset, 0]) {
          await move(now)
          const session = await signIn(program)
          expect((await readiness()).problems).toEqual([])
          for (const asset of made) expect(await listed(session, asset)).toBeTrue()
          const next = await newAsset(session)
          made.push(next)
          expect(await listed(session, next)).toBeTrue()
          expect(await newestChange(session)).toBe(next.external_key)
          const { body } = await session.patch(`/api/v1/assets/${made[0]?.id}`, {
            name: `At ${now}`,
            updated_at: tokens.at(-1),
          })
          expect(body.data.updated_at > (tokens.at(-1) as string)).toBeTrue()
          tokens.push(body.data.updated_at)

          place = (place + 1) % 3
          await submit(session, docks[place as 0 | 1 | 2])
          expect(await placeOf(session, pallet)).toBe(docks[place as 0 | 1 | 2].id)
          const { body: then } = await session.get(`/internal/v1/whereabouts?asset_id=${pallet.id}`)
          expect(then.data[0].location_id).toBe(docks[place as 0 | 1 | 2].id)
          // A reader whose clock is the machine's, and a crate that was last seen by the time of the service. Each read
          // comes after a silence, so that it moves the crate.
          seconds += 100
          const observed_at = new Date(clock.now() + seconds * 1000).toISOString()
          await postReads(program, reader, [{ value: 'C7A7E', antenna: place + 1, observed_at }])
          expect(await placeOf(session, crate)).toBe(docks[place as 0 | 1 | 2].id)
        }
        const after = counts()
        for (const table of expiringTables)
          expect(after[table] as number, table).toBeGreaterThanOrEqual(before[table] as number)
        expect(laterThan(Date.now() + (hour + 300) * 1000)).toEqual([])
      })
})
