/**
 * Resolves when the condition holds. The error of a failed wait contains `what`. A function is called at that moment.
 */
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
