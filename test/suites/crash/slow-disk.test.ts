import { afterAll, expect, test } from 'bun:test'
import { apiClient, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { attachTracer, mayTrace, traceSuffix } from '../../support/tracer'

/** A disk with slow syncs: only the writes of a sync wait for it. */

afterAll(stopPrograms)

const syncMilliseconds = 3000

test.skipIf(!mayTrace)(
  `reads return while a create waits for its sync, after which it is acknowledged${traceSuffix}`,
  async () => {
    const program = await startProgram()
    const api = await apiClient(program, await signIn(program))
    const { id } = await newAsset(api, { external_key: 'kept' })
    const tracer = await attachTracer(
      program,
      'trace=fsync,fdatasync,write,writev,sendto,sendmsg',
      `inject=fsync,fdatasync:delay_exit=${syncMilliseconds * 1000}`,
    )
    let isCreated = false
    const begun = performance.now()
    const creating = api.post('/api/v1/assets', { name: 'Slow', external_key: 'slow' }).then((response) => {
      isCreated = true
      return response
    })
    let reads = 0
    let slowest = 0
    while (!isCreated) {
      const before = performance.now()
      const response = await api.get(`/api/v1/assets/${id}`)
      // A read may end after the create.
      if (!isCreated) slowest = Math.max(slowest, performance.now() - before)
      expect(response.status).toBe(200)
      reads++
    }
    expect((await creating).status).toBe(201)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(syncMilliseconds)
    expect(reads).toBeGreaterThan(10)
    expect(slowest).toBeLessThan(syncMilliseconds / 2)

    const lines = await tracer.detach()
    const synced = lines.findIndex((line) => /f(data)?sync.*= 0/.test(line))
    const acknowledged = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
    expect(synced).toBeWithin(0, acknowledged)
    // No sync is on the thread that serves, whose id is that of the process.
    const main = lines.filter((line) => line.startsWith(`${program.process.pid} `))
    expect(main.filter((line) => /f(data)?sync\(/.test(line))).toEqual([])
  },
  30_000,
)
