import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** libfaketime: the clock of a machine, which can be set while a process runs on it. */

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`,
)
const library = libraries.find(existsSync)
export const hasFaketime = library !== undefined
export const faketimeSuffix = hasFaketime ? '' : ' (skipped: libfaketime is not installed)'

export interface FakeClock {
  /** For the process that sees it. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the difference from the clock of this machine, in seconds. */
  set(offset: number): void
  /** Returns the current time of this clock, in milliseconds. */
  now(): number
  discard(): void
}

/** @param movesTimers whether a step also advances timers, which it does not on a real machine */
export function newFakeClock(movesTimers = false): FakeClock {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-clock-'))
  const file = join(directory, 'offset')
  let current = 0
  const clock: FakeClock = {
    env: {
      LD_PRELOAD: library as string,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: movesTimers ? '0' : '1',
      DONT_FAKE_MONOTONIC: movesTimers ? '0' : '1',
    },
    set(offset) {
      current = offset
      writeFileSync(`${file}.new`, `${offset < 0 ? '' : '+'}${offset}\n`)
      renameSync(`${file}.new`, file)
    },
    now: () => Date.now() + current * 1000,
    discard: () => rmSync(directory, { recursive: true }),
  }
  clock.set(0)
  return clock
}
