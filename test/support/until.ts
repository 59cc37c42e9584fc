/** Resolves when the condition holds. A wait that fails says what did not happen; a function says it at that moment. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string | (() => string),
  seconds = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > end)
      throw new Error(`This did not happen within ${seconds} s: ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(10)
  }
}
