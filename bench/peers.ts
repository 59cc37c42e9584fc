import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The services that serve the same rows for a comparison. They run on core 0, as the service does. */

export interface Peer {
  readonly http: string
  readonly pid: number
  [Symbol.dispose](): void
}

/** Elysia and prepared statements, without anything else (bench/bare.ts). */
export const startBare = (database: string): Promise<Peer> =>
  startPeer([process.execPath, join(import.meta.dir, 'bare.ts'), database])

const folder = join(import.meta.dir, 'peer')

/** Fastify and better-sqlite3 with the same statements (bench/peer). @throws Error when it can't be installed */
export async function startFastify(database: string): Promise<Peer> {
  if (!existsSync(join(folder, 'node_modules'))) await install()
  return startPeer(['node', join(folder, 'server.js'), database])
}

/**
 * better-sqlite3 is compiled when it cannot be downloaded. On Debian, its headers come with the package libnode-dev. npm
 * installs a package without its scripts; `npm rebuild` runs them.
 */
async function install(): Promise<void> {
  const headers = existsSync('/usr/include/node/node.h') ? { npm_config_nodedir: '/usr' } : {}
  for (const command of [
    ['install', '--no-package-lock', '--no-fund', '--no-audit'],
    ['rebuild', 'better-sqlite3'],
  ]) {
    const program = Bun.spawn(['npm', ...command], {
      cwd: folder,
      env: { ...process.env, ...headers },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if ((await program.exited) !== 0) throw new Error('The packages of bench/peer cannot be installed.')
  }
}

const startPeer = (command: readonly string[]): Promise<Peer> => startProgram(command, (line) => line.trim())

/** @param addressIn returns the address from what the program prints first */
export async function startProgram(
  command: readonly string[],
  addressIn: (text: string) => string,
): Promise<Peer> {
  const program = Bun.spawn(['taskset', '-c', '0', ...command], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await program.stdout.getReader().read()
  const http = addressIn(new TextDecoder().decode(value))
  if (!http.startsWith('http')) throw new Error(`${command.join(' ')} did not start.`)
  return { http, pid: program.pid, [Symbol.dispose]: () => program.kill() }
}
