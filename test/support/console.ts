import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import type { Browser } from 'playwright-core'
import { desktop, hasBrowser, launch, phone, unless } from './browser'
import { type Client, signIn } from './client'
import { type Program, type ProgramOptions, startProgram, stopPrograms } from './program'

/** The browser, service and session that the console tests of a file share. They are set before the first test runs. */
interface SharedConsole {
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

const isThorough = Bun.env['TEST_VIEWPORTS'] === 'all'

/**
 * For `describe.each` and `test.each` of tests with many steps: a desktop, and a phone with `TEST_VIEWPORTS=all`.
 * `pages.test.ts` opens each page in both.
 */
export const viewportsOfFlows = isThorough ? viewports : ([viewports[0]] as const)

/** For tests of whether a page fits into the window: a phone, and a desktop with `TEST_VIEWPORTS=all`. */
export const viewportsOfWidths = isThorough ? viewports : ([viewports[1]] as const)

/** The bytes of the scripts and style sheets that the first page has loaded, compressed, without preloads. */
export const loadedBytes = `(() => {
  const preload = performance.getEntriesByName('preload')[0]?.startTime ?? Infinity
  return performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => /\\.(js|css)$/.test(name) && startTime < preload)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
})()`

/** The most that the sign-in page and the plan of all locations load, the first pages of users. */
export const maxFirstBytes = 250_000

/** A test of a page has dozens of steps, and several tests run at once. */
const timeoutMs = 120_000

/** Describes tests that share a browser, a service and a session; they are skipped when there is no browser. */
export function describeConsole(
  title: string,
  tests: (shared: SharedConsole) => void,
  options: ProgramOptions = {},
): void {
  setDefaultTimeout(timeoutMs)
  describe.skipIf(!hasBrowser)(`${title}${unless}`, () => {
    const shared: { -readonly [K in keyof SharedConsole]?: SharedConsole[K] } = {}
    beforeAll(async () => {
      shared.browser = await launch()
      shared.program = await startProgram(options)
      shared.session = await signIn(shared.program)
    })
    afterAll(async () => {
      await shared.browser?.close()
      await stopPrograms()
    })
    tests(shared as SharedConsole)
  })
}
