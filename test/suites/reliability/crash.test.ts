import { afterAll, expect, test } from 'bun:test'
import { removeScratch } from '../../support/crash-base'
import { createStages } from '../../support/crash-stages'
import { stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { seed } from '../../support/seed'

/**
 * Kills at random moments of all work that writes: nothing that was acknowledged is lost, nothing is stored in part, and the next
 * start needs no repair. `bun run verify --long crash` kills 1,000 times. TEST_SEED repeats the moments.
 */

const kills = Number(Bun.env['TEST_CRASH_KILLS'] ?? 8)
const reportEvery = 40

afterAll(async () => {
  await stopPrograms()
  removeScratch()
}, 60_000)

test(
  `${kills} kills of writes, ingest, imports, backups, restores, migrations and first starts`,
  async () => {
    console.log(`TEST_SEED=${seed} TEST_CRASH_KILLS=${kills}`)
    const random = createRandom(seed)
    const stages = Object.entries(await createStages(random))
    const counts: Record<string, number> = {}
    const faults: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const [name, stage] = stages[kill % stages.length] as (typeof stages)[number]
      const found = await stage(random).catch((error: Error) => [error.message])
      faults.push(...found.map((fault) => `kill ${kill + 1} (${name}): ${fault}`))
      for (const fault of found) console.log(`kill ${kill + 1} (${name}): ${fault}`)
      counts[name] = (counts[name] ?? 0) + 1
      if ((kill + 1) % reportEvery === 0 || kill + 1 === kills)
        console.log(`${kill + 1} kills, ${faults.length} faults`, counts)
    }
    expect(faults).toEqual([])
  },
  120_000 + kills * 60_000,
)
