import { afterAll, expect, test } from 'bun:test'
import { createFlows } from '../../src/people/authentication/flows'
import { createSecretBox } from '../../src/base/secret-box'
import type { Store } from '../../src/storage/core/store'
import { at, engines, stopServer } from './engines'

/** That a flow of a browser is finished once (decision 0026, point 5), although the service stores only which were finished. */

afterAll(stopServer)

const box = createSecretBox('the signing key')
const flowsOf = (store: Store) => createFlows<string>(store.instances, box, 'test', () => at)

for (const [name, openEngine] of Object.entries(engines))
  test(`a flow of the ${name} store is finished once, even when the service has started again`, async () => {
    const engine = await openEngine()
    try {
      const flows = flowsOf(engine.store)
      const [finished, open] = [await flows.begin('first'), await flows.begin('second')]
      expect(await flows.take(finished)).toBe('first')
      expect(await flows.take(finished)).toBeUndefined()
      const later = flowsOf(await engine.reopen())
      expect(await later.take(finished)).toBeUndefined()
      // The memory of the service has forgotten what was finished, and the database has not.
      expect(await later.take(open)).toBe(name === 'SQLite' ? undefined : 'second')
      expect(await later.take(await later.begin('third'))).toBe('third')
    } finally {
      await engine.discard()
    }
  })

test.skipIf(!('PostgreSQL' in engines))(
  'a flow is not finished after a crash of the PostgreSQL server, which empties the table of those that were finished',
  async () => {
    const engine = await (engines['PostgreSQL'] as (typeof engines)[string])()
    try {
      const flows = flowsOf(engine.store)
      const [finished, open] = [await flows.begin('first'), await flows.begin('second')]
      expect(await flows.take(finished)).toBe('first')
      await engine.run('truncate kept_texts')
      expect(await flows.take(finished)).toBeUndefined()
      expect(await flows.take(open)).toBeUndefined()
      expect(await flows.take(await flows.begin('third'))).toBe('third')
    } finally {
      await engine.discard()
    }
  },
)
