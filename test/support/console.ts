import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import type { Browser } from 'playwright-core'
import { desktop, hasBrowser, launch, phone, unless } from './browser'
import { type Client, signIn } from './client'
import { type Program, startProgram, stopPrograms } from './program'

/** The browser, service and session that the console tests of a file share. They are set before the first test runs. */
export interface SharedConsole {
  readonly browser: Browser
  readonly program: Program
  /** The session of the administrator, for requests outside of the browser. */
  readonly session: Client
}

/** For `describe.each` and `test.each`: the viewports in which the console must work. */
export const viewports = [
  ['a desktop', desktop],
  ['a phone', phone],
] as const

/** A test of a page has dozens of steps, and several tests run at once. */
const timeoutMs = 90_000

/** Describes tests that share a browser, a service and a session; they are skipped when there is no browser. */
export function describeConsole(title: string, tests: (shared: SharedConsole) => void): void {
  setDefaultTimeout(timeoutMs)
  describe.skipIf(!hasBrowser)(`${title}${unless}`, () => {
    const shared: { -readonly [K in keyof SharedConsole]?: SharedConsole[K] } = {}
    beforeAll(async () => {
      shared.browser = await launch()
      shared.program = await startProgram()
      shared.session = await signIn(shared.program)
    })
    afterAll(async () => {
      await shared.browser?.close()
      await stopPrograms()
    })
    tests(shared as SharedConsole)
  })
}
