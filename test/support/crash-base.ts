import { cpSync, rmSync } from 'node:fs'
import { type Client, clientOf, type Credential, mintKey, signIn } from './client'
import { newDataDir, type Program, startProgram } from './program'
import { newLocation } from './records'
import { newReader, type Reader } from './scans'

/** The installation that processes work on when they are killed, and the directories of its copies. */

const scratch: string[] = []

export function newScratch(): string {
  const directory = newDataDir()
  scratch.push(directory)
  return directory
}

export function removeScratch(): void {
  for (const directory of scratch.splice(0)) rmSync(directory, { recursive: true, force: true })
}

/** An installation that is stopped: its assets, a backup with fewer assets, and the secret of an API key. */
export interface Base {
  readonly dataDir: string
  readonly backup: string
  readonly credential: Credential
  readonly assets: number
  readonly assetsOfBackup: number
  readonly reader: Reader
}

export const importedRows = 200

export async function createBase(): Promise<Base> {
  const dataDir = newScratch()
  const program = await startProgram({ dataDir })
  const session = await signIn(program)
  const credential = await mintKey(session)
  const { id } = await newLocation(session, { external_key: 'DOCK' })
  const reader = await newReader(session, 'R', [id])
  await importRows(session, 'BASE')
  const { body } = await session.post('/internal/v1/backups')
  await importRows(session, 'LATER')
  if ((await program.stop()) !== 0) throw new Error(program.log())
  const assetsOfBackup = importedRows
  return { dataDir, backup: body.data.name, credential, assets: 2 * importedRows, assetsOfBackup, reader }
}

export const importRows = (session: Client, prefix: string) =>
  session.post('/internal/v1/assets/import', {
    rows: Array.from({ length: importedRows }, (_, index) => ({
      name: `${prefix} ${index}`,
      external_key: `${prefix}-${index}`,
      tags: [{ tag_type: 'rfid', value: `${prefix}/${index}` }],
    })),
  })

export async function apiOf(program: Program, { client_id, client_secret }: Credential): Promise<Client> {
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  const { status, body, text } = await clientOf(program.http).post('/api/v1/oauth/token', grant)
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${text}`)
  return clientOf(program.http, body.access_token)
}

export const totalOf = async (api: Client): Promise<number> =>
  (await api.get('/api/v1/assets?limit=1&include_deleted=true')).body.total_count

export function copyOf(directory: string): string {
  const copy = newScratch()
  cpSync(directory, copy, { recursive: true })
  return copy
}
