import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'

/**
 * Databases of programs on PostgreSQL. The tests of the program use them when TEST_DATABASE_URL names a server, on which its user
 * may create databases. Otherwise, the programs use SQLite.
 */

const server = Bun.env['TEST_DATABASE_URL']

export const isPostgres = server !== undefined

/** Number of instances that each program on PostgreSQL consists of. A balancer distributes the connections to them. */
export const instances = isPostgres ? Number(Bun.env['TEST_INSTANCES'] ?? 1) : 1

/** The file of a data directory with the name of its database. */
const markerOf = (dataDir: string): string => join(dataDir, 'test-database')

const nameOf = (dataDir: string): string | undefined =>
  existsSync(markerOf(dataDir)) ? readFileSync(markerOf(dataDir), 'utf8') : undefined

async function command(text: string): Promise<void> {
  const sql = postgres(server as string, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

const newName = (): string => `whereabouts_${crypto.randomUUID().replaceAll('-', '')}`

/** Returns the settings of a program with this data directory. Creates a database if it has none. */
export async function databaseSettings(dataDir: string): Promise<Readonly<Record<string, string>>> {
  if (server === undefined) return {}
  const name = nameOf(dataDir) ?? newName()
  if (nameOf(dataDir) === undefined) {
    await command(`create database ${name}`)
    writeFileSync(markerOf(dataDir), name)
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return { WHEREABOUTS_DATABASE_URL: url.href }
}

/** Gives a copied data directory a copy of the database. */
export async function copyDatabase(dataDir: string): Promise<void> {
  const original = nameOf(dataDir)
  if (original === undefined) return
  const name = newName()
  await command(`create database ${name} template ${original}`)
  writeFileSync(markerOf(dataDir), name)
}

/** Removes the database of a data directory. */
export async function dropDatabase(dataDir: string): Promise<void> {
  const name = nameOf(dataDir)
  if (name !== undefined) await command(`drop database if exists ${name} with (force)`)
}
