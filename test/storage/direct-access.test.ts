import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { writeDirectly } from '../../src/storage/direct-access'
import { clientOf, signIn } from '../support/client'
import { administrator, type Program, startProgram, stopPrograms } from '../support/program'

/**
 * A command that writes while a service runs, or without one: no acknowledged write is lost, and the next start finds
 * all of them.
 */

setDefaultTimeout(20_000)
afterAll(stopPrograms)

let program: Program
beforeEach(async () => {
  program = await startProgram()
  const response = await (await signIn(program)).post('/api/v1/assets', { name: 'Acknowledged' })
  expect(response.status).toBe(201)
})

async function expectAllThere(name: string): Promise<void> {
  const next = await startProgram({ dataDir: program.dataDir })
  const { body } = await clientOf(next.http).post('/internal/v1/session', administrator)
  const { access_token, user } = body.data
  expect(user.name).toBe(name)
  expect((await clientOf(next.http, access_token).get('/api/v1/assets')).body.total_count).toBe(1)
}

const rename = (name: string, during: () => Promise<unknown> = async () => undefined) =>
  writeDirectly(program, async ({ accounts }) => {
    const user = await accounts.findUserByEmail(administrator.email)
    await accounts.renameUser(String(user?.id), name)
    await during()
  })

test('a service that is killed during the write', async () => {
  await rename('Beside', () => program.kill())
  await expectAllThere('Beside')
})

test('a service that was killed before the write', async () => {
  await program.kill()
  await rename('After the crash')
  await expectAllThere('After the crash')
})

test('a service that was stopped', async () => {
  await program.stop()
  await rename('After the stop')
  await expectAllThere('After the stop')
})

test.each(['kill', 'stop'] as const)('a write that fails after a %s of the service', async (end) => {
  await program[end]()
  const failing = rename('Never', () => Promise.reject(new Error('out of luck')))
  expect(failing).rejects.toThrow('out of luck')
  await failing.catch(() => {})
  await expectAllThere('ada')
})
