import { expect } from 'bun:test'
import { type ApiResponse, type Client, clientOf, type Credential, mintKey, signIn } from './client'
import { exchange } from './identity'
import { administratorId } from './users'
import { type Program, startProgram } from './program'

/** The entries of the audit log, and the callers that cause them. */

export interface Entry {
  readonly id: number
  readonly changed_at: string
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string }
  readonly action: string
  readonly subject: {
    readonly kind: string
    readonly id: string
    readonly name: string | null
    readonly is_there: boolean
  }
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

export const audit = '/internal/v1/audit'

export interface AuditLog {
  readonly program: Program
  readonly session: Client
  readonly key: Credential
  /** A client with the API key. */
  readonly api: Client
  /** The actor of entries that the session causes. */
  readonly ada: Entry['actor']
  /** The actor of entries that the API key causes. */
  readonly keyHolder: Entry['actor']
  /** Returns up to 200 entries, newest first. */
  readonly listOf: (query?: string, client?: Client) => Promise<Entry[]>
  /** Returns the result of `work` and the entries that it causes, oldest first. */
  readonly madeBy: <T>(
    work: () => Promise<T>,
    client?: Client,
  ) => Promise<{ result: T; entries: readonly Entry[] }>
  /** Returns the only entry that `work` causes. */
  readonly entryOf: (work: () => Promise<ApiResponse>, client?: Client) => Promise<Entry>
}

/** Starts an installation and returns its audit log. */
export async function openAuditLog(): Promise<AuditLog> {
  const program = await startProgram()
  const session = await signIn(program)
  const key = await mintKey(session)
  const { body } = await exchange(clientOf(program.http), key)

  const listOf = async (query = '', client = session): Promise<Entry[]> => {
    const response = await client.get(`${audit}?limit=200${query && `&${query}`}`)
    if (response.status !== 200)
      throw new Error(`The audit log returned ${response.status}: ${response.text}`)
    return response.body.data
  }
  async function madeBy<T>(work: () => Promise<T>, client = session) {
    const [newest] = await listOf('', client)
    const result = await work()
    const entries = (await listOf('', client)).filter(({ id }) => id > (newest?.id ?? 0))
    return { result, entries: entries.toReversed() }
  }
  async function entryOf(work: () => Promise<ApiResponse>, client = session): Promise<Entry> {
    const { result, entries } = await madeBy(work, client)
    if (result.status >= 400) throw new Error(`The change returned ${result.status}: ${result.text}`)
    expect(entries).toHaveLength(1)
    return entries[0] as Entry
  }
  return {
    program,
    session,
    key,
    api: clientOf(program.http, body.access_token),
    ada: { kind: 'user', id: await administratorId(session), name: 'ada' },
    keyHolder: { kind: 'api_key', id: key.client_id, name: 'Test' },
    listOf,
    madeBy,
    entryOf,
  }
}
