import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { startProgram, stopPrograms } from '../../support/program'
import { isSignedIn, newMember, sessions } from '../../support/users'

/** The limit of sessions of a user. Most of them are written to the database, because each password is hashed slowly, on purpose. */

setDefaultTimeout(20_000)
afterAll(stopPrograms)

test('a user has at most 1,000 sessions: the next sign-in ends the session that was unused for the longest time', async () => {
  const program = await startProgram()
  const one = await newMember(program, await signIn(program))
  using db = openDatabase(program.dataDir)
  // The higher the number, the longer ago was its last use.
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001)'
  const expiry = `strftime('%Y-%m-%dT%H:%M:%S.000000Z', 'now', '+20 days', '-' || i || ' minutes')`
  db.transaction(() => {
    db.run(
      `${numbers} insert into sessions (id, user_id, organization_id, environment, created_at)
        select 'made-' || i || user_id, user_id, organization_id, environment, created_at
        from n, sessions where user_id = ?`,
      [one.id],
    )
    db.run(
      `${numbers} insert into refresh_tokens (hash, chain_id, session_id, environment, expires_at)
        select id, id, id, environment, ${expiry} from n
        join sessions on id = 'made-' || i || user_id where user_id = ?`,
      [one.id],
    )
  })()
  expect((await one.session.get(sessions)).body.total_count).toBe(1002)
  const next = await signIn(program, one.credentials)
  const { body } = await next.get(`${sessions}?limit=2&offset=998`)
  expect([body.total_count, body.data.map(({ id }: { id: string }) => id)]).toEqual([
    1000,
    [`made-997${one.id}`, `made-998${one.id}`],
  ])
  expect(await isSignedIn(one)).toBe(true)
  const first = (await next.get(`${sessions}?limit=1`)).body.data
  expect(first).toMatchObject([{ is_current: true }])
})
