import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, signIn } from '../support/client'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../support/program'
import { newAsset, newLocation } from '../support/records'

/** A service with two assets, a backup of it, and damaged copies of the backup. */

export async function startWithBackup() {
  const scratch = newDataDir()
  /** A path where nothing is. */
  const fresh = (): string => join(scratch, Bun.randomUUIDv7())
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  await newLocation(api, { external_key: 'DOCK' })
  for (const key of ['FIRST', 'SECOND'])
    await newAsset(api, { external_key: key, tags: [{ tag_type: 'rfid', value: `E0${key}` }] })
  const good = await created(program.dataDir)

  /** A damaged copy of the valid backup. */
  function harmed(how: (path: string) => void): string {
    const path = `${fresh()}.db`
    copyFileSync(good, path)
    how(path)
    return path
  }
  const changed = (...statements: string[]): string =>
    harmed((path) => {
      using db = new Database(path)
      for (const statement of statements) db.run(statement)
    })

  /** Files that `verify` and `restore` reject, with a word of the reason. */
  const bad: [what: string, make: () => string, reason: string][] = [
    ['a file that is not there', () => fresh(), 'does not exist'],
    ['an empty file', () => harmed((path) => writeFileSync(path, '')), 'not a database of Whereabouts'],
    [
      'text',
      () => harmed((path) => writeFileSync(path, 'no database at all\n'.repeat(500))),
      'not a database',
    ],
    [
      'a half',
      () => harmed((path) => writeFileSync(path, readFileSync(path).subarray(0, 100_000))),
      'malformed',
    ],
    [
      'garbage in the middle',
      () =>
        harmed((path) => {
          const bytes = readFileSync(path)
          bytes.fill(0x5a, 40_960, 40_960 + 3 * 4096)
          writeFileSync(path, bytes)
        }),
      'damaged',
    ],
    [
      "another program's database",
      () => changed('pragma application_id = 42'),
      'not a database of Whereabouts',
    ],
    ['a newer version', () => changed("insert into migrations values ('9999_later', '2030')"), '9999_later'],
    ['a row without its parent', () => changed('pragma foreign_keys = off', 'delete from users'), 'users'],
  ]

  async function stop(): Promise<void> {
    await stopPrograms()
    rmSync(scratch, { recursive: true })
  }

  return { program, api, good, scratch, fresh, bad, harmed, stop }
}

export const sentence = /^[^\n]+\.\n$/

/** Creates a backup of a data directory, and returns its path. */
export async function created(dataDir: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(['backup', 'create', '--data-dir', dataDir])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trimEnd()
}

/** Runs a command that must fail with a sentence, and returns it. */
export async function refusalOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
  return stderr
}

/** All rows of all tables but `clock`, which changes while nothing is written. */
export function contentOf(path: string): Record<string, unknown[]> {
  using db = new Database(path, { readonly: true })
  const tables = db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name <> 'clock'")
    .all()
  return Object.fromEntries(tables.map(({ name }) => [name, db.query(`select * from "${name}"`).values()]))
}
