import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { bundleConsole } from '../../scripts/console-bundle'
import { readBundle } from '../../src/http/static/console-bundle'

test('a service from source has a whole console at each moment of a new bundle', async () => {
  expect(await bundleConsole()).toBe(true)
  const missing: string[] = []
  let looks = 0
  const look = setInterval(() => {
    looks++
    const bundle = readBundle()
    if (!bundle) missing.push('page.json')
    else missing.push(...Object.values(bundle.paths).filter((path) => !existsSync(path)))
  })
  expect(await bundleConsole()).toBe(true)
  clearInterval(look)
  expect(looks).toBeGreaterThan(0)
  expect(missing).toEqual([])
}, 120_000)
