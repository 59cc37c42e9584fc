import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { faketimeSuffix } from '../../support/faketime'
import { stopPrograms } from '../../support/program'
import { newLocation } from '../../support/records'
import { newReader, postReads } from '../../support/scans'
import {
  clock,
  describeFaked,
  hour,
  program,
  setUpClock,
  start,
  tearDownClock,
  until,
} from '../../support/wrong-clock'

/** Silent readers of a machine whose time has advanced by a step (docs/events.md, Types). */

setDefaultTimeout(60_000)
afterEach(tearDownClock)
afterAll(stopPrograms)

const silenceOf = async (session: Client): Promise<string[]> => {
  const { body } = await session.get('/api/v1/events?after=0&type=reader.silent&type=reader.live')
  return body.data.map(
    ({ type, reader_id }: { type: string; reader_id: number }) => `${type} ${String(reader_id)}`,
  )
}

describeFaked(`a reader that sends${faketimeSuffix}`, () => {
  for (const [what, isForTimers] of [
    ['is set an hour ahead', false],
    ['advances by an hour while the machine is suspended', true],
  ] as const)
    test(`is not silent when the clock ${what}`, async () => {
      setUpClock(isForTimers)
      await start()
      const before = await signIn(program)
      const { id } = await newLocation(before)
      const [live, silent] = [await newReader(before, 'LIVE', [id]), await newReader(before, 'SILENT', [id])]
      await postReads(program, silent, [{ value: 'AA01', antenna: 1 }])
      await program.stop()
      const database = openDatabase(program.dataDir)
      database.run('insert into silent_readers (reader_id, silent_since) values (?, 0)', [silent.id])
      database.run('update reader_health set last_message_at = last_message_at - ?', [hour * 1_000_000])
      database.close()
      await start(program.dataDir)
      await postReads(program, live, [{ value: 'AA01', antenna: 1 }])
      clock.set(hour)
      await postReads(program, silent, [{ value: 'AA01', antenna: 1 }])
      const session = await signIn(program)
      await until(async () => (await silenceOf(session)).length > 0, 'a check')
      // The check that notices that one reader sends again would also report the silence of the other.
      expect(await silenceOf(session)).toEqual([`reader.live ${silent.id}`])
    })
})
