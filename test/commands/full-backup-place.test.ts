import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf, signIn } from '../support/client'
import { faketimeSuffix, hasFaketime, newFakeClock } from '../support/faketime'
import { startProgram, stopPrograms } from '../support/program'
import { until } from '../support/until'

/** A place of backups on a small disk of its own, which is full. */

setDefaultTimeout(120_000)

const disk = mkdtempSync(join(tmpdir(), 'place-'))
const isMounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).exitCode === 0
const suffix = isMounted ? faketimeSuffix : ' (skipped: a tmpfs cannot be mounted here)'
afterAll(async () => {
  await stopPrograms()
  if (isMounted) Bun.spawnSync(['umount', disk])
  rmSync(disk, { recursive: true })
})

const path = '/internal/v1/scheduled-backups'
const filler = join(disk, 'filler')

function fill(): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, new Uint8Array((bavail - 2) * bsize))
}

describe.skipIf(!isMounted || !hasFaketime)(`a full place of backups${suffix}`, () => {
  test('is a problem until a backup was made, even after a list of the place and a restart, and needs no reserve', async () => {
    const clock = newFakeClock(true)
    const env = {
      ...clock.env,
      WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *',
      WHEREABOUTS_BACKUP_TO: disk,
    }
    const program = await startProgram({ env })
    const owner = await signIn(program)
    const view = async () => (await owner.get(path)).body.data
    const status = async ({ http }: { http: string }) => (await clientOf(http).get('/readyz')).body.status
    fill()
    await until(async () => (await owner.post(path)).status === 202, 'a backup begins')
    await until(async () => (await view()).problem !== null, 'it fails')
    const { problem } = await view()
    expect(problem.reason).toContain('no room for a backup')
    expect(readdirSync(disk)).toEqual(['filler'])
    clock.set(100)
    await until(async () => (await view()).problem?.at !== problem.at, 'another attempt ends')
    expect((await view()).problem?.reason).toContain('no room for a backup')
    expect(await status(program)).toBe('degraded')

    await program.stop()
    const { dataDir } = program
    const again = await startProgram({ dataDir, env })
    expect(await status(again)).toBe('degraded')
    rmSync(filler)
    clock.set(10_000)
    await until(async () => (await status(again)) === 'ready', 'a backup was made')
    expect(readdirSync(disk)).toHaveLength(1)
    clock.discard()
  })
})
