import { afterAll, expect, test } from 'bun:test'
import { keepIdentities } from '../../../src/inventory/tags/keep-identities'
import { eventually } from '../../support/eventually'
import { engines, insertAsset, openOrganization, silent, stopServer } from '../../storage/engines'

afterAll(stopServer)

// Rule: history.md, Tag match
test.each(Object.entries(engines))(
  'the identities of tags of an earlier version are computed after a start, on %s',
  async (_, open) => {
    const engine = await open()
    const { store } = engine
    const organizationId = await openOrganization(store, 'north')
    const { id: assetId } = await store.write((tx) => insertAsset(tx, organizationId, 'drill'))
    const of = { organizationId, assetId, locationId: null, tagType: 'rfid', searchValue: '', identity: null }
    await store.write(async (tx) => {
      for (const value of ['303403332C121B2F276CB8E8', ...Array.from({ length: 450 }, (_, at) => `T${at}`)])
        await tx.tags.insert({ ...of, value, normalized: value })
    })
    const named = async () =>
      (await store.read.tags.matchingIdentities(organizationId, ['(01)00052427185402(21)202524899560']))
        .length
    expect(await named()).toBe(0)
    const task = keepIdentities(store, silent)
    await eventually(async () => (await store.read.tags.unidentified(1)).length).toBe(0)
    expect(await named()).toBe(1)
    await task.stop()
    await engine.discard()
  },
)
