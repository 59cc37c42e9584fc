import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, signIn } from '../support/client'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../support/program'
import { faultsOf, newAsset } from '../support/records'

/** Minted numbers after a backup was restored (docs/internal-api.md, GS1 numbers). */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

const path = '/internal/v1/gs1-prefixes'

async function requireConfirmation(session: Client, next: number): Promise<void> {
  const [{ id }] = (await session.get(path)).body.data
  const mint = (scheme: string) => session.post('/internal/v1/epcs/mint', { scheme, prefix_id: id, count: 1 })
  // SSCC were not minted before the backup, but may have been since.
  for (const scheme of ['giai', 'sscc']) expect(faultsOf(await mint(scheme))).toEqual([409, 'conflict'])
  const { counters } = (await session.get(`${path}/${id}`)).body.data
  expect(counters).toMatchObject([
    { scheme: 'giai', needs_confirmation: true, proposed_serial: next },
    { scheme: 'sscc', needs_confirmation: true, proposed_serial: 10_000 },
  ])
  const confirmed = await session.patch(`${path}/${id}/counters`, { scheme: 'giai', next_serial: next })
  expect(confirmed.body.data.counters).toMatchObject([
    { needs_confirmation: false, next_serial: next, proposed_serial: null },
    { needs_confirmation: true },
  ])
  expect((await mint('giai')).body.data).toMatchObject([{ serial: String(next) }])
  expect(faultsOf(await mint('sscc'))).toEqual([409, 'conflict'])
}

// Rule: internal-api.md, GS1 numbers
test('after a restore or a copy, nothing is minted of a kind before its next serial is confirmed', async () => {
  const dataDir = newDataDir()
  let program = await startProgram({ dataDir, isFirst: true })
  let session = await signIn(program)
  const { body } = await session.post(path, { prefix: '4012345' })
  const giai = { scheme: 'giai', prefix_id: body.data.id, count: 10 }
  expect((await session.post('/internal/v1/epcs/mint', giai)).status).toBe(201)
  // The highest known number is that of a tag.
  await newAsset(session, { tags: [{ tag_type: 'barcode', value: '(8004)40123450123' }] })
  await newAsset(session, { tags: [{ tag_type: 'barcode', value: '(8004)4012345500' }] })
  await newAsset(session, { tags: [{ tag_type: 'barcode', value: '(8004)40123455A' }] })
  expect((await session.post('/internal/v1/backups')).status).toBe(201)
  await program.stop()

  const folder = join(dataDir, 'backups')
  const [backup] = readdirSync(folder).filter((name) => name.startsWith('whereabouts-'))
  const database = join(dataDir, 'whereabouts.db')
  // A copy of the file to the same place, without the command.
  copyFileSync(join(folder, backup as string), database)
  for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true })
  program = await startProgram({ dataDir })
  session = await signIn(program)
  await requireConfirmation(session, 10_500)
  await program.stop()

  expect((await runProgram(['restore', join(folder, backup as string), '--data-dir', dataDir])).code).toBe(0)
  program = await startProgram({ dataDir })
  session = await signIn(program)
  await requireConfirmation(session, 10_500)
  await program.stop()

  // A start alone asks for nothing.
  program = await startProgram({ dataDir })
  session = await signIn(program)
  expect((await session.post('/internal/v1/epcs/mint', giai)).status).toBe(201)
})
