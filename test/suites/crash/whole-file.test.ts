import { afterAll, expect, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { administrator, executable, newDataDir } from '../../support/program'

/** The system calls by which the executable writes files, as strace sees them. */

const strace = Bun.which('strace')
const scratch = newDataDir()
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const env = {
  PATH: Bun.env['PATH'],
  WHEREABOUTS_DATA_DIR: scratch,
  WHEREABOUTS_HOST: '127.0.0.1',
  WHEREABOUTS_PORT: '0',
  WHEREABOUTS_MQTT_PORT: 'off',
  WHEREABOUTS_MQTTS_PORT: '0',
  WHEREABOUTS_TLS: 'self-signed',
  WHEREABOUTS_BACKUP_SCHEDULE: 'off',
  WHEREABOUTS_ADMIN_EMAIL: administrator.email,
  WHEREABOUTS_ADMIN_PASSWORD: administrator.password,
}

/** Runs a command to its end, `serve` until it is ready, and returns its syncs and renames in order. */
async function callsOf(...args: string[]): Promise<string[]> {
  const trace = join(dirname(scratch), `${Bun.randomUUIDv7()}.trace`)
  const options = ['-f', '-qq', '-y', '-s', '4096', '-o', trace, '-e', 'trace=fsync,fdatasync,/^rename']
  // A signal to strace does not reach the executable, so the shell prints the process id before it becomes that.
  const command = ['sh', '-c', 'echo $$; exec "$0" "$@"', executable, ...args]
  const child = Bun.spawn([strace as string, ...options, ...command], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += new TextDecoder().decode(chunk)
    if (args[0] === 'serve' && /^http /m.test(output)) process.kill(Number.parseInt(output, 10), 'SIGTERM')
  }
  const code = await child.exited
  if (args[0] !== 'serve' && code !== 0) throw new Error(await new Response(child.stderr).text())
  const calls = readFileSync(trace, 'utf8').split('\n')
  rmSync(trace)
  return calls
}

interface Move {
  readonly to: string
  readonly isContentOnDisk: boolean
  readonly isNameOnDisk: boolean
}

/** Each rename in the data directory, with what was synced before and after it. */
function movesIn(calls: readonly string[]): Move[] {
  const isSync = (call: string, path: string) => /\bf(data)?sync\(/.test(call) && call.includes(`<${path}>)`)
  return calls.flatMap((call, index) => {
    const [, from, to] =
      /\brename\w*\((?:AT_FDCWD(?:<[^>]*>)?, )?"([^"]+)", (?:AT_FDCWD(?:<[^>]*>)?, )?"([^"]+)"/.exec(call) ??
      []
    if (from === undefined || to === undefined || !to.startsWith(scratch)) return []
    // Only a trend is lost with this file, so it is not synced.
    if (to.endsWith('/disk-space.json')) return []
    return {
      to: to.slice(scratch.length + 1),
      isContentOnDisk: calls.slice(0, index).some((other) => isSync(other, from)),
      isNameOnDisk: calls.slice(index + 1).some((other) => isSync(other, dirname(to))),
    }
  })
}

const isSafe = { isContentOnDisk: true, isNameOnDisk: true }

test.skipIf(strace === null)(
  `files are on disk before they get their name, and the name is synced, too${strace === null ? ' (skipped: strace is not installed)' : ''}`,
  async () => {
    const first = movesIn(await callsOf('serve'))
    expect(first.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
      { to: 'signing.key', ...isSafe },
      { to: 'tls/authority.crt', ...isSafe },
      { to: 'tls/authority.key', ...isSafe },
      { to: 'tls/server.crt', ...isSafe },
      { to: 'tls/server.key', ...isSafe },
      { to: 'whereabouts.db', ...isSafe },
    ])

    const backups = movesIn(await callsOf('backup', 'create'))
    const name = backups[0]?.to as string
    expect(name).toMatch(/^backups\/whereabouts-.*\.db$/)
    expect(backups).toEqual([{ to: name, ...isSafe }])

    const restored = movesIn(await callsOf('restore', join(scratch, name)))
    expect(restored).toEqual([{ to: 'whereabouts.db', ...isSafe }])
  },
  60_000,
)
