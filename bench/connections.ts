import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generate } from 'mqtt-packet'
import { call, sessionOf } from './client'
import { median, report } from './rows'
import { cpuSeconds, executable, startService } from './service'

/**
 * Measures the CPU time and the memory of MQTT connections: as many as the broker allows, of one reader, which sign in and
 * then send nothing. It measures several executables alternately.
 */

const usage = `Usage: bun bench/connections.ts [flags]     (after bun run build)

  --rounds <n>      rounds (default 3)
  --program <path>  executable to measure; repeat the flag to compare several (default dist/whereabouts)
`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    program: { type: 'string', multiple: true, default: [executable] },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const connections = 1000

/** In this time, the threads of the start end, and their memory is free. */
const restMilliseconds = 10_000

interface Measured {
  /** Microseconds of CPU of the service for each connection. */
  readonly cpu: number
  /** Kilobytes of anonymous memory of the service for each connection. */
  readonly memory: number
}

async function measure(program: string): Promise<Measured> {
  await using service = await startService({ program })
  const token = await sessionOf(service.http)
  const reader = { external_key: 'bench', name: 'Bench', kind: 'fixed', format: 'whereabouts_v1' }
  const { data } = await call(`${service.http}/internal/v1/readers`, token, reader)
  const open = (id: number) =>
    signIn(Number(new URL(service.mqtt).port), `${id}`, String(data['device_token']))
  // The first ones load code.
  const sockets = [await open(connections + 1), await open(connections + 2)]
  for (const socket of sockets.splice(0)) socket.destroy()
  await sleep(restMilliseconds)
  const before = { cpu: cpuSeconds(service.pid), memory: anonymousOf(service.pid) }
  for (let id = 0; id < connections; id++) sockets.push(await open(id))
  const cpu = ((cpuSeconds(service.pid) - before.cpu) * 1e6) / connections
  await sleep(restMilliseconds)
  const memory = (anonymousOf(service.pid) - before.memory) / connections
  for (const socket of sockets) socket.destroy()
  return { cpu, memory }
}

async function signIn(port: number, clientId: string, password: string): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
  const connect = { cmd: 'connect', clean: true, keepalive: 60, clientId, username: 'bench' } as const
  socket.write(generate({ ...connect, password: Buffer.from(password) }))
  const [connack] = (await once(socket, 'data')) as [Buffer]
  if (connack[3] !== 0) throw new Error(`The broker refused the connection with return code ${connack[3]}.`)
  return socket
}

/** Returns the anonymous memory of a process in kilobytes. */
const anonymousOf = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const results = new Map(values.program.map((program) => [program, [] as Measured[]]))
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [program, measured] of results) measured.push(await measure(program))
for (const [program, measured] of results) {
  const cpu = median(measured.map((each) => each.cpu))
  const memory = median(measured.map((each) => each.memory))
  report({
    work: `${connections} MQTT connections that sign in${program === executable ? '' : `, ${program}`}`,
    measure: 'CPU of a connection; memory of a connection',
    result: `${Math.round(cpu)} µs; ${Math.round(memory)} kB`,
  })
}
process.exit(0)
