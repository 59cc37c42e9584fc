import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { join } from 'node:path'
import { seed } from '../support/seed'

/** The random inputs of a program that has loaded the seed before. */
function inputsOf(given: string): string {
  const print = `import fc from 'fast-check'; console.log(fc.sample(fc.nat(), 20).join())`
  const command = [process.execPath, '--preload', join(import.meta.dir, '../support/seed.ts'), '-e', print]
  const { stdout } = Bun.spawnSync(command, {
    cwd: import.meta.dir,
    env: { ...process.env, TEST_SEED: given },
  })
  return stdout.toString()
}

test('the same seed repeats the random inputs, and another one changes them', () => {
  const first = inputsOf('5')
  expect(first.split(',')).toHaveLength(20)
  expect(inputsOf('5')).toBe(first)
  expect(inputsOf('6')).not.toBe(first)
})

test('all properties of a test run have its seed', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(seed)
})
