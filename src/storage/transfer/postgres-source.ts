import { postgresMigrations } from '../../../migrations/postgres'
import { StartError } from '../../base/errors'
import { hasTable, requireKnownTo, unfinishedCopy } from '../postgres/migrate'
import { sealedKeyName } from '../../base/secret-box'
import { openAlone, postgresRows, toUrlError } from './postgres-rows'
import type { Source } from './side'

/** Opens a database of PostgreSQL, which a copy only reads. @throws StartError */
export async function openPostgresSource(url: string): Promise<Source> {
  const session = await openAlone(url)
  const { sql } = session
  try {
    if (await hasTable(sql, unfinishedCopy))
      throw new StartError('The source contains an unfinished copy. Finish that copy first.')
    if (!(await hasTable(sql, 'migrations')))
      throw new StartError('The source contains no data of Whereabouts. Check the URL.')
    const applied = await requireKnownTo(sql, postgresMigrations)
    if (applied.length < postgresMigrations.length)
      throw new StartError(
        'The database has an earlier version. Start the service of this version once, then try again.',
      )
    const [found] = await sql<{ id: string }[]>`select id from installation`
    const [secret] = await sql<
      { value: string }[]
    >`select value from installation_secrets where name = ${sealedKeyName}`
    return {
      ...postgresRows(session),
      installation: found?.id ?? '',
      sealedKey: secret?.value,
      async lastId({ name }) {
        const [row] = await sql<{ last: string | null }[]>`
          select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass)::text as last`
        return row?.last ?? undefined
      },
      close: () => session.close(),
    }
  } catch (error) {
    await session.close()
    throw toUrlError(error)
  }
}
