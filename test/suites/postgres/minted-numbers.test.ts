import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { newDatabase, server, startInstance } from '../../support/instances'
import { signIn } from '../../support/client'
import { stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** Minted numbers of several instances (docs/internal-api.md, GS1 numbers). */

setDefaultTimeout(120_000)
afterAll(async () => {
  await stopPrograms()
  await server?.stop()
})

// Rule: internal-api.md, GS1 numbers
test.skipIf(!server)(
  'two instances never mint the same number, and a copy of their database mints none',
  async () => {
    const url = await newDatabase()
    const programs = [await startInstance(url)]
    programs.push(await startInstance(url))
    const sessions = await Promise.all(programs.map((program) => signIn(program)))
    const [first] = sessions
    const added = await first?.post('/internal/v1/gs1-prefixes', { prefix: '4012345' })
    const of = { scheme: 'grai', reference: '00123', prefix_id: added?.body.data.id, count: 100 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sessions[index % 2]?.post('/internal/v1/epcs/mint', of)),
    )
    const epcs = answers.flatMap((answer) => answer?.body.data.map(({ epc }: { epc: string }) => epc))
    expect(new Set(epcs).size).toBe(2_000)
    await Promise.all(programs.map((program) => program.stop()))

    const copy = new URL(url)
    copy.pathname += '_copy'
    const sql = postgres((server as { url: string }).url, { max: 1, onnotice: () => {} })
    await sql.unsafe(`create database ${copy.pathname.slice(1)} template ${new URL(url).pathname.slice(1)}`)
    await sql.end()
    const session = await signIn(await startInstance(copy.href))
    expect(faultsOf(await session.post('/internal/v1/epcs/mint', of))).toEqual([409, 'conflict'])
  },
)
