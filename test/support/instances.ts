import postgres from 'postgres'
import { startPostgres } from '../../scripts/postgres-server'
import { type Program, type ProgramOptions, startProgram } from './program'

/** Several instances on one database. Without PostgreSQL, `server` is undefined and the tests are skipped. */

export const server = await startPostgres()

/** Creates a database and returns its URL. */
export async function newDatabase(): Promise<string> {
  if (!server) throw new Error('PostgreSQL is not installed.')
  const name = `whereabouts_${crypto.randomUUID().replaceAll('-', '')}`
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return new URL(`/${name}`, server.url).href
}

export const secretKey = 'the key of all instances'

/** Starts an instance with a data directory of its own. */
export const startInstance = (
  databaseUrl: string,
  env: ProgramOptions['env'] = {},
  options: ProgramOptions = {},
): Promise<Program> =>
  startProgram({
    isFirst: true,
    ...options,
    env: { WHEREABOUTS_DATABASE_URL: databaseUrl, WHEREABOUTS_SECRET_KEY: secretKey, ...env },
  })
