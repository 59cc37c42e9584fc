import { expect, type Matchers } from 'bun:test'

/** How long a page may take to show what an action changed, in milliseconds. */
const patienceMs = 20_000

type Assertion = (...expected: unknown[]) => void

type Retried<T> = {
  readonly [K in keyof Matchers<T>]: Matchers<T>[K] extends (...expected: infer E) => unknown
    ? (...expected: E) => Promise<void>
    : never
}

/**
 * Like `expect`, but reads the value again until the matcher holds. Use it for what a page shows after an action: that takes
 * some frames, so the result of a single read depends on the speed of the machine. Do not use it for what a page must not show,
 * or for data of the service, because it would accept a wrong value that lasts a moment. It fails with the error of the last
 * attempt.
 *
 *     await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual(['Rename', 'Delete'])
 */
export const eventually = <T>(read: () => T | Promise<T>): Retried<T> =>
  new Proxy({} as Retried<T>, { get: (_, name: keyof Matchers<T>) => retried(read, name) })

const retried = <T>(read: () => T | Promise<T>, name: keyof Matchers<T>) =>
  async function attempt(...expected: unknown[]): Promise<void> {
    // After a pause, the stack of an error does not contain the test.
    const caller = { stack: '' }
    Error.captureStackTrace(caller, attempt)
    const end = performance.now() + patienceMs
    for (;;) {
      try {
        const actual = expect(await read()) as unknown as Record<keyof Matchers<T>, Assertion>
        return actual[name](...expected)
      } catch (error) {
        if (performance.now() > end) throw Object.assign(error as Error, caller)
        // Reading a page costs processor time that the page needs to change.
        await Bun.sleep(100)
      }
    }
  }
