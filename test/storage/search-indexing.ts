import { SearchIndexer } from '../../src/storage/core/search-indexer'
import { openSqlite } from '../../src/storage/sqlite/open'
import { at, silent } from './engines'

/** A program that indexes the database of a directory until it is killed (test/storage/search.test.ts). */

const [, , directory = ''] = process.argv
const store = openSqlite({ directory, now: () => at, log: silent, onFatal: () => process.exit(1) })
const indexer = new SearchIndexer(store, { pendingMin: 2, pendingMax: 32, segmentMax: 400 })
for (let step = 0; ; step++) {
  indexer.beginPeriod()
  await indexer.step()
  console.log(step)
  await store.write(async (tx) => {
    const row = await tx.assets.find(1, 1 + ((step * 37) % 3_000))
    if (row) await tx.assets.update({ ...row, searchKey: `key\u001fpallet 1 ${step}` })
  })
}
