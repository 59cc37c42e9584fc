import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { signingKeyPath, writeSigningKey } from '../people/authentication/signing-key'
import { StartError, UsageError } from '../base/errors'
import { createSecretBox } from '../base/secret-box'
import { parseFlags } from '../settings/flags'
import { databaseUrl } from '../settings/kinds'
import { continueAsOwner } from '../storage/sqlite/data-directory'
import { type Content, copyRows, type Progress, toCopyError } from '../storage/transfer/copy-rows'
import { openPostgresSource } from '../storage/transfer/postgres-source'
import { openPostgresTarget } from '../storage/transfer/postgres-target'
import type { Source } from '../storage/transfer/side'
import { openSqliteSource } from '../storage/transfer/sqlite-source'
import { requireLocalDisk } from '../storage/sqlite/system/file-system'
import { openSqliteTarget } from '../storage/transfer/sqlite-target'
import { readTables, type Table } from '../storage/transfer/tables'
import { settingsOf } from './data-dir'
import { StatusLine } from './status-line'
import { fitted } from './help'

export const copyHelp = fitted(`Usage: whereabouts copy --from ./data --to postgres://user@host:5432/database
       whereabouts copy --from postgres://user@host:5432/database --to ./data

Copies an installation from a data directory to a PostgreSQL database, or back: all records, histories, accounts, API keys,
sessions, the audit log and the event log. The service must be stopped. The target must be empty: a new database, or a
directory without a database.

The command then compares both databases, and prints the number of rows of each table and the SHA-256 of its content. After an
interruption, run the same command again: it continues with the rows that are missing. The service does not start with an
unfinished copy.

The signing key and the certificates are files of the data directory and are not copied. A signing key that is encrypted in the
database is written into the directory; WHEREABOUTS_SECRET_KEY must be set.

  --from, --to  A data directory or a postgres:// URL. PGPASSWORD may contain the password, which other users of this machine
                can read in a command line.

Exit codes:
  0  The copy is complete, and both databases have the same content.
  1  The copy failed; standard error has the reason. The source is unchanged.
  2  The usage is wrong.`)

const flags = { from: { type: 'string' }, to: { type: 'string' } } as const

/** Copies an installation from one engine to the other. Returns the exit code. */
export async function copy(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  if (positionals.length > 0) throw new UsageError(`Unknown argument ${positionals[0]}.`)
  const { from, to } = { from: placeOf('from', values.from), to: placeOf('to', values.to) }
  if (from.isUrl && to.isUrl)
    throw new UsageError('Both places are PostgreSQL databases. Use pg_dump and pg_restore.')
  if (!from.isUrl && !to.isUrl)
    throw new UsageError(
      "Both places are directories. Use 'whereabouts backup create' and 'whereabouts restore'.",
    )
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  continueAsOwner(from.isUrl ? to.place : from.place)
  if (!to.isUrl) requireLocalDisk(to.place, settingsOf({}).networkDataDir)
  const tables = readTables()
  const source = from.isUrl ? await openPostgresSource(from.place) : openSqliteSource(from.place)
  try {
    const key = source.sealedKey && openKey(source.sealedKey)
    const contents = await copyTo(to, source, tables)
    for (const { table, rows, digest } of contents)
      if (rows > 0) console.log(`${String(rows).padStart(12)} ${table.padEnd(24)} ${digest}`)
    console.log('Both databases have the same content.')
    if (key && !existsSync(signingKeyPath(to.place))) writeSigningKey(to.place, key)
    console.log(to.isUrl ? afterCopyToPostgres(from.place) : afterCopyToDirectory(to.place))
    return 0
  } finally {
    await source.close()
  }
}

/** Returns the signing key of several instances, which the database has encrypted. Throws StartError without its secret. */
function openKey(sealed: string): string {
  const { secretKey } = settingsOf({})
  const key = secretKey === undefined ? undefined : createSecretBox(secretKey).open(sealed)
  if (key !== undefined) return key
  throw new StartError(
    'The signing key is in the database, encrypted. Set WHEREABOUTS_SECRET_KEY as for the service, so that the copy can write it into the directory.',
  )
}

interface Given {
  readonly place: string
  readonly isUrl: boolean
}

function placeOf(flag: string, value: string | undefined): Given {
  if (!value) throw new UsageError(`--${flag} must be a data directory or a postgres:// URL.`)
  if (!/^[a-z]+:\/\//i.test(value)) return { place: value, isUrl: false }
  const url = databaseUrl.read(value)
  if (url === undefined) throw new UsageError(`--${flag} must be a data directory or ${databaseUrl.allowed}.`)
  return { place: url, isUrl: true }
}

async function copyTo({ place, isUrl }: Given, source: Source, tables: readonly Table[]): Promise<Content[]> {
  if (isUrl) for (const table of tables) source.requireStorable?.(table)
  let total = 0
  for (const table of tables) total += await source.count(table)
  const target = isUrl
    ? await openPostgresTarget(place, tables, source.installation)
    : openSqliteTarget(place, tables, source.installation)
  const { progress, text } = progressOf(2 * total)
  const line = new StatusLine(process.stderr, text, { terminal: 200 })
  try {
    return await copyRows(source, target, tables, progress)
  } catch (error) {
    throw toCopyError(error)
  } finally {
    line.stop()
    await target.close()
  }
}

const barLength = 30

/** @param total the number of rows to copy and to compare */
function progressOf(total: number): { readonly progress: Progress; readonly text: () => string } {
  let now = ''
  let done = 0
  return {
    progress: {
      onTable(step, table) {
        now = `${step} ${table}`
      },
      onRows(rows) {
        done += rows
      },
    },
    text() {
      const part = total === 0 ? 1 : Math.min(done / total, 1)
      const filled = Math.floor(part * barLength)
      const bar = '#'.repeat(filled) + '-'.repeat(barLength - filled)
      return `[${bar}] ${Math.floor(part * 100)} %  ${part === 1 ? 'creating indexes' : now}`
    },
  }
}

const afterCopyToPostgres = (directory: string): string =>
  `Start the service with WHEREABOUTS_DATABASE_URL. It still needs the signing key and the certificates in ${directory}: keep WHEREABOUTS_DATA_DIR, or copy signing.key and tls to another data directory. If there will be several instances, start this one first.`

function afterCopyToDirectory(directory: string): string {
  const lacks = (name: string) => !existsSync(join(directory, name))
  const from = `from the former data directory to ${directory}`
  return [
    ...(lacks('signing.key')
      ? [
          `Before you start the service, copy signing.key ${from}: without it, all access tokens and the secrets of webhooks are invalid.`,
        ]
      : []),
    ...(lacks('tls')
      ? [
          `If its certificate is self-signed, copy tls ${from}: without it, the service creates another certificate authority.`,
        ]
      : []),
    `Start the service with WHEREABOUTS_DATA_DIR=${directory} and without WHEREABOUTS_DATABASE_URL.`,
  ].join(' ')
}
