import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { enlarge } from '../../support/damage'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { logged, until } from '../../support/until'

/** Kept counts that differ from the rows (decision 0016): checks find them, and a start or a restore corrects them. */

setDefaultTimeout(60_000)

const original = newDataDir()
const scratch: string[] = [original]
let token: string

/** A stopped installation with two assets. */
beforeAll(async () => {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  token = api.token as string
  for (let count = 0; count < 2; count++) await newAsset(api)
  await program.stop()
  cpSync(program.dataDir, original, { recursive: true })
})
afterAll(async () => {
  await stopPrograms()
  for (const directory of scratch) rmSync(directory, { recursive: true, force: true })
})

/** Copies the installation and changes the copy. Returns the data directory and the database. */
function changedCopy(...changes: readonly string[]): { dataDir: string; path: string } {
  const dataDir = newDataDir()
  cpSync(original, dataDir, { recursive: true })
  scratch.push(dataDir)
  const path = join(dataDir, 'whereabouts.db')
  using db = new Database(path)
  for (const change of changes) db.run(change)
  return { dataDir, path }
}

const wrongAssets = "update row_counts set count = 7 where counted = 'assets'"
const differs = 'the kept counts of assets differ from the rows (organization 1: 7 kept, 2 counted)'

const apiOf = ({ http }: Program): Client => clientOf(http, token)
const totalOf = async (program: Program): Promise<number> =>
  (await apiOf(program).get('/api/v1/assets')).body.total_count

const miscounts = {
  'a count of assets': [wrongAssets, 'assets'],
  'a count of locations': ["insert into row_counts values (1, 'locations', 0, 0, 5)", 'locations'],
  'a count at a location': ["insert into row_counts values (1, 'placements', 9, 0, 1)", 'placements'],
  'a missing count': ["delete from row_counts where counted = 'assets'", 'assets'],
  'a boundary of the validity': [
    "insert into row_boundaries values (1, 'assets', 0, 4, 'end', 7, '2026-11', 1)",
    'assets',
  ],
  'a count of the audit log': ['update audit_counts set count = count + 1', 'audit entries'],
  'a time of the audit log': ["update audit_counts set first_at = '9999'", 'audit entries'],
} as const
test.each(Object.entries(miscounts))('`check` reports %s that is wrong', async (_what, [change, name]) => {
  const { dataDir } = changedCopy(change)
  const { code, stderr } = await runProgram(['check', '--data-dir', dataDir])
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: expect.stringMatching(
      new RegExp(
        `^the kept counts of ${name} differ from the rows \\(organization 1: \\d+ kept, \\d+ counted\\)\\n$`,
      ),
    ),
  })
})

test('a start corrects the counts of a small database', async () => {
  const { dataDir } = changedCopy(...Object.values(miscounts).map(([change]) => change))
  const program = await startProgram({ dataDir })
  expect(await totalOf(program)).toBe(2)
  await logged(program, 'the rows were counted again')
  await program.stop()
  expect((await runProgram(['check', '--data-dir', dataDir])).code).toBe(0)
})

test('the check in the background reports the counts of a large database, and the next start corrects them', async () => {
  const { dataDir, path } = changedCopy(wrongAssets)
  enlarge(path)
  const program = await startProgram({ dataDir })
  expect(await totalOf(program)).toBe(7)
  await until(
    () => program.log().includes('totals of lists are wrong'),
    () => program.log(),
  )
  await logged(program, differs)
  const { status, body } = await clientOf(program.http).get('/readyz')
  const problems = ['Totals of lists are wrong. Restart the service to count the rows again']
  expect([status, body]).toEqual([200, { status: 'degraded', problems }])
  await newAsset(apiOf(program))
  await program.stop()

  const next = await startProgram({ dataDir })
  expect(await totalOf(next)).toBe(3)
  expect((await clientOf(next.http).get('/readyz')).body).toEqual({ status: 'ready', problems: [] })
  await next.stop()
})

test('`backup verify` reports wrong counts, and a restore corrects them', async () => {
  const { path } = changedCopy(wrongAssets)
  expect(await runProgram(['backup', 'verify', path])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${path} is damaged: ${differs}. Its rows have no damage. 'whereabouts restore' counts them again.\n`,
  })
  const dataDir = newDataDir()
  scratch.push(dataDir)
  const { code, stdout } = await runProgram(['restore', path, '--data-dir', dataDir])
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`In the backup, ${differs}. The rows were counted again.`),
  ])
  expect((await runProgram(['check', '--data-dir', dataDir])).code).toBe(0)
})
