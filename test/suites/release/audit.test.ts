import { afterAll, beforeEach, expect, test } from 'bun:test'

/** The check for known vulnerabilities, against a registry of the test. */

let respond: () => Response
const registry = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => respond() })
afterAll(() => registry.stop(true))
beforeEach(() => {
  respond = () => Response.json({})
})

async function audit(): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = Bun.spawn(['bun', 'scripts/audit.ts'], {
    env: { ...Bun.env, NPM_CONFIG_REGISTRY: registry.url.href, BUN_CONFIG_REGISTRY: registry.url.href },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

test('the check succeeds when no vulnerability is known', async () => {
  expect(await audit()).toMatchObject({ code: 0, stdout: 'No known vulnerability.\n' })
})

test('the check fails and names the vulnerabilities', async () => {
  const found = {
    id: 1,
    url: 'https://example.org/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: '*',
  }
  respond = () => Response.json({ elysia: [found] })
  expect(await audit()).toMatchObject({ code: 1, stdout: 'elysia: high: Made up https://example.org/1\n' })
})

test('the check reports that nothing was checked when the registry does not know', async () => {
  respond = () => new Response('', { status: 405 })
  expect(await audit()).toMatchObject({ code: 3, stderr: expect.stringContaining('Not checked') })
})
