import { expect, setDefaultTimeout, test } from 'bun:test'
import { runProgram } from '../../support/program'
import { faketimeSuffix } from '../../support/faketime'
import {
  clock,
  day,
  describeFaked,
  program,
  readiness,
  start,
  until,
  useClock,
} from '../../support/wrong-clock'
import { logged } from '../../support/until'

/** A machine that was switched off for days (decision 0012). */

setDefaultTimeout(60_000)
useClock()

const examined = async () => {
  const env = { ...clock.env }
  const { stdout } = await runProgram(['doctor', '--json', '--data-dir', program.dataDir], { env })
  return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'clock')
}

describeFaked(`a machine that was off${faketimeSuffix}`, () => {
  // Rule: internal-api.md, Clock
  test.each([
    [4, 0, 'warning'],
    [30, 0, 'warning'],
    [32, 1, 'problem'],
    [-4, 1, 'problem'],
  ])(
    'or whose clock is wrong, by %d days at a start, has %d problems in /readyz, and a %s',
    async (days, count, state) => {
      await start()
      await program.stop()
      clock.set(days * day)
      await start(program.dataDir)
      expect((await readiness()).problems).toHaveLength(count)
      await logged(program, 'no data is deleted because of its age')
      expect(await examined()).toMatchObject({ state })
      await program.stop()
      await start(program.dataDir)
      expect((await readiness()).problems).toHaveLength(count)
    },
  )

  test('is not one whose clock steps while the service runs', async () => {
    await start()
    clock.set(4 * day)
    await until(async () => (await readiness()).problems.length === 1, 'the step is a problem')
  })

  test('and whose clock steps again after the start is degraded', async () => {
    await start()
    await program.stop()
    clock.set(4 * day)
    await start(program.dataDir)
    await until(() => program.log().includes('far ahead of'), 'the doubt is logged')
    clock.set(14 * day)
    await until(async () => (await readiness()).problems.length === 1, 'the further step is a problem')
  })
})
