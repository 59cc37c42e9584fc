import { describe } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { freePort } from '../../scripts/free-port'

/** Mosquitto as the external broker, and a network between it and the service that can fail. */

const binary = Bun.which('mosquitto') ?? Bun.which('/usr/sbin/mosquitto')
export const hasMosquitto = binary !== null
export const mosquittoSuffix = hasMosquitto ? '' : ' (skipped: mosquitto is not installed)'
export const withMosquitto = describe.skipIf(!hasMosquitto)

export interface Mosquitto {
  readonly port: number
  readonly directory: string
  start(): Promise<void>
  /** Sends SIGTERM; mosquitto saves its state. */
  stop(): Promise<void>
  kill(): Promise<void>
  log(): string
  /** A client without credentials, for a broker that requires none. */
  connect(options?: object): Promise<MqttClient>
}

const brokers: { broker: Mosquitto; directory: string }[] = []
const clients: MqttClient[] = []

/** Not started yet. It saves its state after every change, and queues any number of messages for absent clients. */
export async function newMosquitto(extra: readonly string[] = ['allow_anonymous true']): Promise<Mosquitto> {
  const directory = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const config = join(directory, 'mosquitto.conf')
  const lines = [
    // Started by root it would give up its rights, and with them this folder.
    'user root',
    'persistence true',
    `persistence_location ${directory}/`,
    'autosave_on_changes true',
    'autosave_interval 1',
    'max_queued_messages 0',
    'set_tcp_nodelay true',
    'log_dest stderr',
    'log_type all',
    `listener ${port} 127.0.0.1`,
    ...extra,
  ]
  writeFileSync(config, lines.join('\n').replaceAll('DIRECTORY', directory))
  let running: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined
  let log = ''

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    running?.kill(signal)
    await running?.exited
    running = undefined
  }
  const broker: Mosquitto = {
    port,
    directory,
    async start() {
      const starting = Bun.spawn([binary as string, '-c', config], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running = starting
      void (async () => {
        for await (const chunk of starting.stderr) log += new TextDecoder().decode(chunk)
      })()
      while (!(await acceptsConnections(port))) {
        if (starting.exitCode !== null) throw new Error(`mosquitto ended: ${log}`)
        await Bun.sleep(5)
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    log: () => log,
    async connect(options = {}) {
      const client = await connectAsync({ host: '127.0.0.1', port, protocolVersion: 5, ...options })
      clients.push(client)
      return client
    },
  }
  brokers.push({ broker, directory })
  return broker
}

export async function startMosquitto(extra?: readonly string[]): Promise<Mosquitto> {
  const broker = await newMosquitto(extra)
  await broker.start()
  return broker
}

/** For `afterAll`. */
export async function stopMosquittos(): Promise<void> {
  for (const client of clients.splice(0)) await client.endAsync(true)
  for (const { broker, directory } of brokers.splice(0)) {
    await broker.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

export interface Network {
  readonly port: number
  /** Closes all connections and rejects new ones. */
  cut(): void
  /** Drops all packets without a notice to either side. */
  swallow(): void
  heal(): void
  close(): void
}

/** A network connection to the broker that can be cut. */
export async function openNetwork(target: number, at?: number): Promise<Network> {
  let state: 'open' | 'cut' | 'swallowing' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'cut') return void near.destroy()
    const far = connectTcp({ host: '127.0.0.1', port: target })
    keep(far)
    near.on('data', (bytes) => void (state === 'open' && far.write(bytes)))
    far.on('data', (bytes) => void (state === 'open' && near.write(bytes)))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const port = at ?? (await freePort())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    swallow() {
      state = 'swallowing'
    },
    heal() {
      // What was swallowed is missing in the middle of a stream: only new connections can work.
      if (state === 'swallowing') for (const socket of sockets) socket.destroy()
      state = 'open'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp({ host: '127.0.0.1', port })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
