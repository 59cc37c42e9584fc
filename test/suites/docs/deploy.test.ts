import { Glob, YAML } from 'bun'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { loadSettings } from '../../../src/settings/load'
import { settingsTable } from '../../../src/settings/table'

/** The examples of deploy (deploy/README.md). */

const directory = join(import.meta.dir, '../../../deploy')
const files = [...new Glob('**/*').scanSync(directory)].toSorted()
const textOf = (file: string) => Bun.file(join(directory, file)).text()
const variables = new Set(Object.keys(settingsTable).map((key) => `WHEREABOUTS_${key.toUpperCase()}`))

describe.each(files)('deploy/%s', (file) => {
  test('names only settings that exist', async () => {
    const named = [...(await textOf(file)).matchAll(/WHEREABOUTS_[A-Z0-9_]+/g)].map(([name]) => name)
    expect(named.filter((name) => !variables.has(name))).toEqual([])
  })
})

test.each(files.filter((file) => file.endsWith('.yaml')))('deploy/%s is YAML', async (file) => {
  expect(YAML.parse(await textOf(file))).toBeTruthy()
})

test('the settings of deploy/compose.yaml are valid', async () => {
  const compose = YAML.parse(await textOf('compose.yaml')) as {
    'x-instance': { environment: Record<string, string> }
  }
  const env = Object.fromEntries(
    Object.entries(compose['x-instance'].environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+\}/g, 'a-random-text-of-the-file-.env'),
    ]),
  )
  const settings = loadSettings({ args: [], env, readFile: () => expect.unreachable() })
  expect(settings.trustedProxies).toEqual(['10.77.0.2'])
})

// `haproxy -c` reports names that cannot be resolved as warnings.
test.skipIf(!Bun.which('haproxy'))('deploy/haproxy.cfg is valid', () => {
  const { exitCode, stderr } = Bun.spawnSync(['haproxy', '-c', '-f', join(directory, 'haproxy.cfg')])
  expect([exitCode, exitCode === 0 ? '' : stderr.toString()]).toEqual([0, ''])
})
