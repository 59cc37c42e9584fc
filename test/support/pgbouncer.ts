import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port'
import { until } from './until'

/** PgBouncer in front of a test server of PostgreSQL. */

const program = ['/usr/sbin/pgbouncer', Bun.which('pgbouncer')].find(
  (path) => path && Bun.file(path).size > 0,
)
export const pgbouncerSuffix = program ? '' : ' (skipped: PgBouncer is not installed)'

export interface PgBouncer {
  /** Returns the URL of a database through PgBouncer. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

export async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  // It does not run as root.
  chmodSync(directory, 0o777)
  const { port, username } = new URL(databaseUrl)
  const own = await freePort()
  const path = join(directory, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = Bun.spawn([program as string, '-q', ...user, path], { stdio: ['ignore', 'ignore', 'pipe'] })
  await until(async () => {
    if (running.exitCode !== null) throw new Error(await new Response(running.stderr).text())
    return new Promise<boolean>((resolve) => {
      const socket = createConnection(own, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  }, 'PgBouncer listens')
  return {
    through(url) {
      const changed = new URL(url)
      changed.port = String(own)
      return changed.href
    },
    async stop() {
      running.kill('SIGKILL')
      await running.exited
      rmSync(directory, { recursive: true })
    },
  }
}
