import postgres from 'postgres'
import { openHistories, openOnPostgres } from './history'
import { newDatabase } from './instances'

/** Opens two stores on one PostgreSQL database, as two instances do, and a connection of the test to it. */
export async function openTwoStores() {
  const url = await newDatabase()
  const histories = await openHistories(() => openOnPostgres(url))
  const other = await openOnPostgres(url)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  return {
    histories,
    other,
    sql,
    async close(): Promise<void> {
      await sql.end()
      await other.close()
      await histories.close()
    },
  }
}

export type TwoStores = Awaited<ReturnType<typeof openTwoStores>>
