import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { executable, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { until } from '../../support/until'

/** The service under systemd: its messages to the manager, its unit, and the command that installs it. */

// The first test of a build may have to set up an installation, which hashes passwords slowly.
setDefaultTimeout(30_000)

const scratch = mkdtempSync(join(tmpdir(), 'whereabouts-'))
const listeners: Bun.Subprocess[] = []
afterAll(async () => {
  await stopPrograms()
  for (const listener of listeners) listener.kill()
  rmSync(scratch, { recursive: true })
})

const isLinux = process.platform === 'linux'
const hasPython = Bun.which('python3') !== null

/** Receives datagrams like systemd, and prints each as a line of JSON. */
const receiver = `
import json, socket, sys
address = sys.argv[1]
receiving = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiving.bind('\\0' + address[1:] if address.startswith('@') else address)
print('bound', flush=True)
while True: print(json.dumps(receiving.recv(4096).decode()), flush=True)
`

async function receiveAt(address: string): Promise<() => string[]> {
  const listener = Bun.spawn(['python3', '-c', receiver, address], { stdin: 'ignore', stdout: 'pipe' })
  listeners.push(listener)
  let text = ''
  void (async () => {
    for await (const chunk of listener.stdout) text += new TextDecoder().decode(chunk)
  })()
  await until(() => text.startsWith('bound\n'), 'the receiver is ready')
  return () =>
    text
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as string)
}

const underManager = (address: string, env: Record<string, string> = {}): Promise<Program> =>
  startProgram({ env: { NOTIFY_SOCKET: address, ...env } })

describe.skipIf(!isLinux || !hasPython)('the messages to the service manager', () => {
  test.each([
    ['a socket of the file system', join(scratch, 'notify')],
    ['an abstract socket', `@whereabouts-${process.pid}-notify`],
  ])('report over %s that the service is ready, is alive and is stopping', async (_, address) => {
    const messages = await receiveAt(address)
    const program = await underManager(address, { WATCHDOG_USEC: '200000' })
    await until(
      () => messages().filter((message) => message === 'WATCHDOG=1').length >= 3,
      'three signs of life',
    )
    expect(messages()[0]).toBe(`READY=1\nSTATUS=listening on ${program.http}`)
    expect(messages()).not.toContain('STOPPING=1')
    expect(await program.stop()).toBe(0)
    await until(() => messages().includes('STOPPING=1'), 'the message STOPPING')
  })

  test('contain no sign of life when the watchdog is off or watches another process', async () => {
    const address = join(scratch, 'unwatched')
    const messages = await receiveAt(address)
    const program = await underManager(address, { WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' })
    await fetch(`${program.http}/readyz`)
    expect(await program.stop()).toBe(0)
    await until(() => messages().includes('STOPPING=1'), 'the message STOPPING')
    expect(messages()).not.toContain('WATCHDOG=1')
  })
})

test.skipIf(!isLinux)('a service whose manager does not listen runs and logs a warning', async () => {
  const program = await underManager(join(scratch, 'nobody'))
  expect((await fetch(`${program.http}/healthz`)).status).toBe(200)
  const warning = 'the service manager does not get the state of the service'
  await until(() => program.log().includes(warning), 'the warning')
})

describe.skipIf(!isLinux)('service install --root', () => {
  const root = join(scratch, 'root')
  const unit = join(root, 'etc/systemd/system/whereabouts.service')
  const settings = join(root, 'etc/whereabouts/whereabouts.toml')

  test('writes the executable, the settings and the unit', async () => {
    const { code, stderr } = await runProgram(['service', 'install', '--root', root])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const installed = join(root, 'usr/local/bin/whereabouts')
    expect(statSync(installed).size).toBe(statSync(executable).size)
    expect(statSync(installed).mode & 0o777).toBe(0o755)
    expect(statSync(settings).mode & 0o777).toBe(0o640)
    expect(readFileSync(unit, 'utf8')).toContain('\nExecStart=/usr/local/bin/whereabouts serve\n')
  })

  test('writes settings that the service accepts', async () => {
    const dataDir = join(scratch, 'data')
    mkdirSync(dataDir)
    const args = ['--config', settings]
    const program = await startProgram({
      dataDir,
      args,
      env: { WHEREABOUTS_DATA_DIR: dataDir },
      isFirst: true,
    })
    expect(await program.stop()).toBe(0)
  })

  test.skipIf(Bun.which('systemd-analyze') === null)(
    'writes a unit that systemd accepts, with an exposure level below 2.0',
    () => {
      const analyze = (...args: string[]) => Bun.spawnSync(['systemd-analyze', '--no-pager', ...args])
      const { success, stdout } = analyze('security', '--offline=true', '--threshold=20', unit)
      expect(stdout.toString()).toMatch(/Overall exposure level for whereabouts.service: 1\.\d OK/)
      expect(success).toBe(true)
      // The executable is below the root, where systemd does not look for it.
      const { stderr } = analyze('verify', '--man=no', '--recursive-errors=no', unit)
      expect(stderr.toString().replace(/^.*is not executable.*\n/gm, '')).not.toContain('whereabouts.service')
    },
  )

  test('keeps settings that exist, and replaces the unit', async () => {
    writeFileSync(settings, 'port = 8081\n')
    writeFileSync(unit, '')
    expect((await runProgram(['service', 'install', '--root', root])).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).toBe('port = 8081\n')
    expect(readFileSync(unit, 'utf8')).toContain('[Service]')
  })

  test('is undone by uninstall, which keeps the settings and the executable', async () => {
    const { code, stdout } = await runProgram(['service', 'uninstall', '--root', root])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Kept: /var/lib/whereabouts'),
    })
    expect(existsSync(unit)).toBe(false)
    expect(existsSync(settings)).toBe(true)
    const again = await runProgram(['service', 'uninstall', '--root', root])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not installed') })
  })

  test('is refused where the package has installed the service', async () => {
    mkdirSync(join(root, 'usr/lib/systemd/system'), { recursive: true })
    writeFileSync(join(root, 'usr/lib/systemd/system/whereabouts.service'), '')
    const { code, stderr } = await runProgram(['service', 'install', '--root', root])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('A package has installed') })
    expect(existsSync(unit)).toBe(false)
  })
})

test.skipIf(!isLinux || existsSync('/run/systemd/system'))(
  'service install and status on a machine without systemd say what to do',
  async () => {
    for (const action of ['install', 'status'])
      expect(await runProgram(['service', action])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^systemd does not run on this machine\.[^\n]+\n$/),
      })
  },
)

test.each([[[]], [['start']], [['install', 'now']]])('service %p is wrong usage', async (args) => {
  const { code, stderr } = await runProgram(['service', ...args])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Name one action') })
})
