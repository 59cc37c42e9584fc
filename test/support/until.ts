/** Resolves when the condition holds. A wait that fails names what did not happen. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  seconds = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`This did not happen within ${seconds} s: ${what}`)
    await Bun.sleep(10)
  }
}
