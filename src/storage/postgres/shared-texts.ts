import { randomHex } from '../../base/secrets'
import type { SharedTokens } from '../../base/turns/budget'
import type { Instances, SharedValues } from '../core/instances'
import { toDatabaseError } from './errors'
import type { Pool } from './pool'

/** What the instances share in tables: texts for some time, buckets of tokens, and values of the installation. */

/** Name of the text that identifies the claims. */
const claimsName = 'claims'

async function asRequest<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw toDatabaseError(error)
  }
}

type SharedTexts = Pick<Instances, 'keep' | 'find' | 'claim' | 'claimsId'>

export function createSharedTexts(pool: Pool): SharedTexts {
  async function find(text: string): Promise<string | undefined> {
    const [row] = await asRequest(pool.query<{ value: string }[]>`
      select value from kept_texts where name = ${text} and expires_at > now()`)
    return row?.value
  }

  return {
    find,
    async keep(text, value, seconds) {
      await asRequest(pool.query`insert into kept_texts values (${text}, ${value}, now() + ${`${seconds} s`}::interval)
        on conflict (name) do update set value = excluded.value, expires_at = excluded.expires_at`)
    },
    async claim(text, seconds) {
      const claimed =
        await asRequest(pool.query`insert into kept_texts values (${text}, '', now() + ${`${seconds} s`}::interval)
        on conflict (name) do nothing returning name`)
      return claimed.length > 0
    },
    async claimsId() {
      for (;;) {
        const found = await find(claimsName)
        if (found !== undefined) return found
        // In the table of the claims, which is empty after a crash of the server.
        await asRequest(pool.query`insert into kept_texts values (${claimsName}, ${randomHex(16)}, 'infinity')
          on conflict (name) do nothing`)
      }
    },
  }
}

export const createSharedTokens = (pool: Pool): SharedTokens => ({
  async take(bucket, { burst, perMinute }, wanted) {
    const [row] = await asRequest(pool.query<{ granted: number; left: number }[]>`
      select granted, remaining as left from take_tokens(${bucket}, ${burst}, ${perMinute / 60}, ${wanted})`)
    return row ?? { granted: 0, left: 0 }
  },
  async begin(bucket, { burst, perMinute }) {
    const [row] = await asRequest(pool.query<{ isBegun: number; left: number; mayReturn: number }[]>`
      select is_begun as "isBegun", remaining as left, may_return as "mayReturn"
      from begin_attempt(${bucket}, ${burst}, ${perMinute / 60})`)
    return { isBegun: row?.isBegun === 1, left: row?.left ?? 0, mayReturn: row?.mayReturn === 1 }
  },
  async end(bucket, { burst }, hasFailed) {
    await asRequest(pool.query`select end_attempt(${bucket}, ${burst}, ${hasFailed ? 0 : 1})`)
  },
  async fill(bucket, { burst }) {
    await asRequest(pool.query`update token_buckets set tokens = ${burst} where name = ${bucket}`)
  },
})

/** @param isAlone whether no other instance runs */
export const createSharedValues = (pool: Pool, isAlone: () => Promise<boolean>): SharedValues => ({
  async find(value) {
    const [row] = await pool.query<{ value: string }[]>`
      select value from installation_secrets where name = ${value}`
    return row?.value
  },
  async insert(value, text) {
    await pool.query`insert into installation_secrets values (${value}, ${text}) on conflict do nothing`
    return (await this.find(value)) ?? text
  },
  async replaceWhenAlone(value, text) {
    if (!(await isAlone())) return false
    await pool.query`update installation_secrets set value = ${text} where name = ${value}`
    return true
  },
})

/** Age at which every bucket is full again, as an interval of PostgreSQL. */
const bucketAge = '2 hours'

export async function deleteExpired(pool: Pool): Promise<void> {
  await pool.query`delete from kept_texts where expires_at < now()`
  await pool.query`delete from token_buckets where filled_at < now() - ${bucketAge}::interval`
}
