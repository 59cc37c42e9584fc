import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Host names of webhooks whose name servers do not reply. It needs a mount namespace, for a resolv.conf of its own. */

setDefaultTimeout(60_000)

/** Runs a script in a namespace with a name server that does not exist. Returns undefined when that is not possible. */
function runWithoutNameServer(script: string): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'names-'))
  try {
    const [resolv, program] = [join(directory, 'resolv.conf'), join(directory, 'names.ts')]
    // An address of a network for documentation.
    writeFileSync(resolv, 'nameserver 192.0.2.1\n')
    writeFileSync(program, script)
    const mounted = `mount --bind ${resolv} /etc/resolv.conf && exec ${process.execPath} ${program}`
    const { stdout, success } = Bun.spawnSync(['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted])
    return success ? stdout.toString().trim() : undefined
  } finally {
    rmSync(directory, { recursive: true })
  }
}

// Rule: internal-api.md, Webhooks
test('name servers that do not reply delay neither other names nor passwords', () => {
  const output = runWithoutNameServer(`
    import { createResolve } from '${import.meta.dir}/../../../src/base/addresses/addresses.ts'
    const resolve = createResolve(['localhost'])
    for (let i = 0; i < 128; i++) resolve(new URL('http://dead-' + i + '.example.org/')).catch(() => {})
    await Bun.sleep(200)
    const begun = performance.now()
    const addresses = await resolve(new URL('http://localhost/'))
    await Bun.password.hash('secret')
    console.log(JSON.stringify({ addresses, milliseconds: performance.now() - begun }))
    process.exit()
  `)
  if (output === undefined) return console.warn('Not tested: there is no mount namespace.')
  const { addresses, milliseconds } = JSON.parse(output)
  expect(addresses).toContain('127.0.0.1')
  expect(milliseconds).toBeLessThan(4000)
})
