import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { freePort } from '../../../scripts/free-port'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import {
  administrator,
  executable,
  newDataDir,
  type Program,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { beginUpload, type Upload } from '../../support/upload'
import { lockDatabase } from '../../support/database-lock'

/** How the executable ends: on signals, with requests in progress, and when its output is closed. */

const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stopPrograms()
})

/** Takes its ten seconds while the other tests run. */
let stuck: Promise<{ seconds: number; code: number }>
beforeAll(() => {
  stuck = endWithStuckRequest()
})

async function endWithStuckRequest(): Promise<{ seconds: number; code: number }> {
  const { program, api } = await start()
  const upload = await beginUpload(program, api, '/api/v1/assets', body)
  const begun = performance.now()
  const code = await program.stop()
  upload.socket.destroy()
  return { seconds: (performance.now() - begun) / 1000, code }
}

async function start(): Promise<{ program: Program; api: Client }> {
  const program = await startProgram()
  return { program, api: await apiClient(program, await signIn(program)) }
}

/** Resolves when connections are refused: the service has received the signal. */
async function refusesConnections({ http }: Program): Promise<void> {
  const { hostname, port } = new URL(http)
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname)
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
      socket.on('connect', () => socket.destroy())
    })
  while (!(await isRefused())) await Bun.sleep(2)
}

async function secondsUntilEnd(program: Program): Promise<number> {
  const begun = performance.now()
  await program.process.exited
  return (performance.now() - begun) / 1000
}

const body = { name: 'Slow' }

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('completes a hundred requests in progress, and exits with code 0', async () => {
    const { program, api } = await start()
    const uploads: Upload[] = []
    while (uploads.length < 100) uploads.push(await beginUpload(program, api, '/api/v1/assets', body))
    program.process.kill(signal)
    await refusesConnections(program)
    for (const upload of uploads) upload.finish()

    const statuses = await Promise.all(uploads.map((upload) => upload.status))
    expect(statuses).toEqual(Array(100).fill(201))
    expect(await program.process.exited).toBe(0)

    const again = await startProgram({ dataDir: program.dataDir })
    const list = await clientOf(again.http, api.token).get('/api/v1/assets?limit=1')
    expect(list.body.total_count).toBe(100)
  })
})

describe('SIGHUP', () => {
  test('without a terminal, as by a reload of a service manager, is logged and does not stop the service', async () => {
    const { program, api } = await start()
    program.process.kill('SIGHUP')
    while (!program.log().includes('SIGHUP ignored')) await Bun.sleep(5)
    expect((await api.post('/api/v1/assets', body)).status).toBe(201)
    expect(await program.stop()).toBe(0)
  })

  test('is ignored under nohup', async () => {
    const service = await startBy('', ['nohup', executable])
    process.kill(service.child.pid as number, 'SIGHUP')
    expect((await fetch(`${service.http}/readyz`)).status).toBe(200)
    expect(await service.end()).toEqual({ code: 0, integrity: [['ok']] })
  })

  const script = Bun.which('script')
  const suffix = script === null ? ' (skipped: it takes script of util-linux)' : ''

  test.skipIf(script === null)(
    `of a closed terminal lets requests in progress finish, like SIGTERM${suffix}`,
    async () => {
      const { child, http, dataDir, ended } = await startInTerminal(script as string)
      const program = { http } as Program
      const api = await apiClient(program, await signIn(program))
      const upload = await beginUpload(program, api, '/api/v1/assets', body)
      child.kill('SIGKILL')
      await refusesConnections(program)
      upload.finish()
      expect(await upload.status).toBe(201)
      await ended()
      // A process that is killed leaves its log.
      const log = join(dataDir, 'whereabouts.db-wal')
      expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
      rmSync(dataDir, { recursive: true })
    },
  )
})

describe('a stop', () => {
  test('does not wait for clients without a request: idle, half a header, no MQTT packet', async () => {
    const { program } = await start()
    const { hostname, port } = new URL(program.http)
    const open = (at: string | number, text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(at), hostname)
        socket.on('error', () => {}).on('connect', () => socket.write(text, () => resolve()))
      })
    const mqttPort = new URL(program.mqtt as string).port
    await open(port, '')
    await open(port, 'GET /healthz HTTP/1.1\r\nHost: loc')
    await open(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await open(mqttPort, '')
    program.process.kill('SIGTERM')
    expect(await secondsUntilEnd(program)).toBeLessThan(6)
    expect(program.process.exitCode).toBe(0)
  })

  test('leaves all data in the database file, and none in the write-ahead log', async () => {
    const { program, api } = await start()
    await api.post('/api/v1/assets', body)
    expect(await program.stop()).toBe(0)
    const log = join(program.dataDir, 'whereabouts.db-wal')
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
  })

  test('leaves all data in the database file also immediately after a start, while threads read', async () => {
    const dataDir = newDataDir()
    const logs: number[] = []
    for (let round = 0; round < 10; round++) {
      const program = await startProgram({ dataDir })
      expect(await program.stop()).toBe(0)
      expect(program.log()).not.toContain('maintenance failed')
      const log = join(dataDir, 'whereabouts.db-wal')
      logs.push(existsSync(log) ? statSync(log).size : 0)
    }
    expect(logs).toEqual(Array(10).fill(0))
  }, 60_000)

  test('is not delayed by a lock of another process on the database', async () => {
    const { program } = await start()
    using _lock = lockDatabase(program)
    program.process.kill('SIGTERM')
    expect(await secondsUntilEnd(program)).toBeLessThan(6)
    expect(program.process.exitCode).toBe(0)
  })

  test('is immediate after a second signal', async () => {
    const { program, api } = await start()
    await api.post('/api/v1/assets', { ...body, external_key: 'kept' })
    const upload = await beginUpload(program, api, '/api/v1/assets', body)
    program.process.kill('SIGTERM')
    await refusesConnections(program)
    expect(program.process.exitCode).toBeNull()
    program.process.kill('SIGTERM')
    expect(await secondsUntilEnd(program)).toBeLessThan(5)
    upload.socket.destroy()

    const again = await startProgram({ dataDir: program.dataDir })
    const list = await clientOf(again.http, api.token).get('/api/v1/assets')
    expect(list.body.data).toMatchObject([{ external_key: 'kept' }])
  })
})

describe('an output that no process reads', () => {
  const refused = (mqtt: string) =>
    connectAsync(mqtt, { username: 'nobody', password: 'wrong', reconnectPeriod: 0 }).catch(
      (error: Error) => error.message,
    )

  test.each([
    ['was closed before the start', '<&- >&- 2>&-'],
    ['is closed after the start', ''],
  ])('that %s does not end the service and does not affect its files', async (_what, line) => {
    const service = await startBy(line)
    const { child, mqtt } = service
    child.stdout.destroy()
    child.stderr.destroy()
    // Each is worth a line in the log, and so is the stop.
    expect(await refused(mqtt)).toContain('Bad username or password')
    expect(await refused(mqtt)).toContain('Bad username or password')
    expect(await service.end()).toEqual({ code: 0, integrity: [['ok']] })
  })
})

test('a stop waits at most ten seconds for a request that does not end', async () => {
  const { seconds, code } = await stuck
  expect(seconds).toBeWithin(9.5, 20)
  expect(code).toBe(0)
}, 30_000)

async function newEnvironment() {
  const dataDir = newDataDir()
  const [http, mqtt] = [await freePort(), await freePort()]
  const env = {
    PATH: Bun.env['PATH'],
    WHEREABOUTS_DATA_DIR: dataDir,
    WHEREABOUTS_HOST: '127.0.0.1',
    WHEREABOUTS_PORT: String(http),
    WHEREABOUTS_MQTT_PORT: String(mqtt),
    WHEREABOUTS_ADMIN_EMAIL: administrator.email,
    WHEREABOUTS_ADMIN_PASSWORD: administrator.password,
  }
  return { dataDir, http, mqtt, env }
}

async function isReadyAt(port: number): Promise<void> {
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  while ((await ready())?.status !== 200) await Bun.sleep(5)
}

/** Starts the executable with this shell command, on separate ports, and waits until it is ready. */
async function startBy(line: string, program: readonly string[] = [executable]) {
  const { dataDir, http, mqtt, env } = await newEnvironment()
  const child = spawn('sh', ['-c', `exec "$0" "$@" serve ${line}`, ...program], { env })
  children.push(child)
  const ended = once(child, 'exit')
  await isReadyAt(http)
  return {
    child,
    http: `http://127.0.0.1:${http}`,
    mqtt: `mqtt://127.0.0.1:${mqtt}`,
    async end(): Promise<{ code: unknown; integrity: unknown }> {
      child.kill('SIGTERM')
      const [code] = await ended
      using db = openDatabase(dataDir)
      const integrity = db.query('pragma integrity_check').values()
      rmSync(dataDir, { recursive: true })
      return { code, integrity }
    },
  }
}

/** Starts it as the leader of a session with a separate terminal, which closes when the child is killed. */
async function startInTerminal(script: string) {
  const { dataDir, http, env } = await newEnvironment()
  const pidFile = join(dataDir, 'pid')
  const line = `echo $$ > '${pidFile}'; exec '${executable}' serve`
  const child = spawn(script, ['-qec', line, '/dev/null'], { env, stdio: ['ignore', 'ignore', 'ignore'] })
  children.push(child)
  await isReadyAt(http)
  const pid = Number(readFileSync(pidFile, 'utf8'))
  return {
    child,
    dataDir,
    http: `http://127.0.0.1:${http}`,
    ended: async (): Promise<void> => {
      while (existsSync(`/proc/${pid}`)) await Bun.sleep(5)
    },
  }
}
