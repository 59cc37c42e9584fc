import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../../scripts/free-port'
import { until } from './until'

/** HAProxy with the configuration of deploy, in which the addresses are those of the instances of a test. */

export const haproxySuffix = Bun.which('haproxy') ? '' : ' (skipped: haproxy is not installed)'

export interface Ports {
  readonly http: number
  readonly mqtt: number
}

export interface Haproxy {
  readonly http: string
  readonly mqtt: string
  /** Whether it sends requests to an instance. */
  isUsing(index: number): Promise<boolean>
  stop(): Promise<void>
}

const configuration = join(import.meta.dir, '../../deploy/haproxy.cfg')

/** Starts it, and waits until it reaches an instance. */
export async function startHaproxy(instances: readonly Ports[]): Promise<Haproxy> {
  const directory = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const own: Ports = { http: await freePort(), mqtt: await freePort() }
  const [path, control] = [join(directory, 'haproxy.cfg'), join(directory, 'control')]
  const example = (await Bun.file(configuration).text()).replace(
    /^global$/m,
    `global\n  stats socket ${control}`,
  )
  writeFileSync(path, withAddresses(example, own, instances))
  const running = Bun.spawn(['haproxy', '-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  const http = `http://127.0.0.1:${own.http}`
  await until(async () => {
    if (running.exitCode !== null) throw new Error(await new Response(running.stderr).text())
    return (await fetch(`${http}/readyz`).catch(() => undefined))?.status === 200
  }, 'HAProxy reaches an instance')
  return {
    http,
    mqtt: `mqtt://127.0.0.1:${own.mqtt}`,
    async isUsing(index) {
      const socket = createConnection(control)
      socket.write('show stat\n')
      const lines = (await text(socket)).split('\n')
      const names = lines[0]?.split(',') ?? []
      const row = lines.find((line) => line.startsWith(`instances,instance-${index},`))?.split(',')
      return row?.[names.indexOf('status')]?.startsWith('UP') === true
    },
    async stop() {
      running.kill('SIGKILL')
      await running.exited
      rmSync(directory, { recursive: true })
    },
  }
}

/** Replaces the addresses. Each backend has one line for each instance. */
function withAddresses(text: string, own: Ports, instances: readonly Ports[]): string {
  const servers = (of: (ports: Ports) => string) =>
    instances.map((ports, index) => `  server instance-${index} 127.0.0.1:${of(ports)}`).join('\n')
  return text
    .replace('bind :8080', `bind 127.0.0.1:${own.http}`)
    .replace('bind :1883', `bind 127.0.0.1:${own.mqtt}`)
    .replaceAll(/( {2}server \w+ whereabouts-\d:8080\n)+/g, `${servers(({ http }) => String(http))}\n`)
    .replaceAll(
      /( {2}server \w+ whereabouts-\d:1883\n)+/g,
      `${servers(({ http, mqtt }) => `${mqtt} port ${http}`)}\n`,
    )
}
