import { afterAll, expect, test } from 'bun:test'
import { type Author, systemActor } from '../../src/base/caller'
import { insertLocation, removeLocation } from '../../src/inventory/locations/service'
import { at, engines, openOrganization, stopServer } from './engines'

/** What the service checks in the rows, because the kept counts (decision 0016) of a damaged database may be wrong. */

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines))
  test(`a location with a live child is not deleted from the ${name} store, although its count is lost`, async () => {
    const engine = await openEngine()
    try {
      const { store } = engine
      const organizationId = await openOrganization(store, 'north')
      const author: Author = { organizationId, actor: systemActor }
      const insert = (body: object) =>
        store.write((tx) => insertLocation({ tx, author, at }, { name: 'Hall', ...body }))
      const remove = (id: number) =>
        store.write((tx) => removeLocation({ tx, author, at }, id)).catch((error: Error) => error.message)
      const parent = await insert({ external_key: 'HALL' })
      const child = await insert({ external_key: 'BAY', parent_id: parent.id })
      await engine.run(`delete from row_counts where counted = 'descendants'`)
      expect(await store.read.tree.countLiveBelow(organizationId, parent.id)).toBe(0)
      expect(await remove(parent.id)).toBe('Location HALL has a live descendant; delete or move it first')
      // A deleted child does not matter.
      expect(await remove(child.id)).toBeUndefined()
      expect(await remove(parent.id)).toBeUndefined()
    } finally {
      await engine.discard()
    }
  })
