import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirIn, newRoot, recordStop } from '../../support/cut-stories'
import { Disk } from '../../support/disk-images'
import { stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { seed } from '../../support/seed'

/**
 * The power is cut while a stop removes the write-ahead log. Some file systems may then keep a part of the log: SQLite must not
 * apply it to the newer pages of the database.
 */

const strace = Bun.which('strace') as string
const suffix = strace === null ? ' (skipped: strace is not installed)' : ''
const imagesOfMoment = 8
const locations = 20

const image = newRoot()
afterAll(async () => {
  await stopPrograms()
  rmSync(image, { recursive: true, force: true })
})

test.skipIf(strace === null)(
  `a power cut during a stop leaves a database without damage, with all rows${suffix}`,
  async () => {
    const story = await recordStop(strace)
    const { below } = createRandom(seed)
    const random = () => below(2 ** 30) / 2 ** 30
    const begin = story.calls.findLastIndex(
      ({ call }) => call.kind === 'truncate' && call.path.endsWith('.db'),
    )
    expect(begin).toBePositive()
    const disk = new Disk(story.initial)
    const faults: string[] = []
    let images = 0
    for (const [index, call] of story.calls.entries()) {
      disk.apply(call)
      if (index < begin) continue
      for (const kind of ['ordered', 'blocks', 'sectors'] as const)
        for (let tries = 0; tries < imagesOfMoment; tries++, images++) {
          disk.write(image, kind, random)
          const fault = faultOf(join(dataDirIn(image), 'whereabouts.db'))
          if (fault !== undefined) faults.push(`${kind}, after call ${index}: ${fault}`)
        }
    }
    console.log(`TEST_SEED=${seed}: ${images} images`)
    expect(faults).toEqual([])
  },
  60_000,
)

function faultOf(path: string): string | undefined {
  try {
    using db = new Database(path)
    const [integrity] = db.query('pragma integrity_check').values().flat()
    const found = db.query('select count(*) from locations').values()[0]?.[0]
    return integrity === 'ok' && found === locations
      ? undefined
      : `${String(integrity)}, ${String(found)} rows`
  } catch (error) {
    return String(error)
  }
}
