/** How long a wait pauses between two looks at most, in milliseconds. A look is often a request to the service. */
const pauseMax = 50

/**
 * Resolves when the condition holds. The error of a failed wait contains `what`. A function is called at that moment.
 * The longer it waits, the more rarely it looks.
 */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string | (() => string),
  seconds = 30,
): Promise<void> {
  const begun = performance.now()
  while (!(await isTrue())) {
    const waited = performance.now() - begun
    if (waited > seconds * 1000)
      throw new Error(`This did not happen within ${seconds} s: ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(Math.min(pauseMax, 10 + waited / 20))
  }
}

/** Resolves when the log of a program contains this. It arrives later than the response of what is logged. */
export const logged = (program: { readonly log: () => string }, text: string | RegExp): Promise<void> =>
  until(
    () => (typeof text === 'string' ? program.log().includes(text) : text.test(program.log())),
    () => `the log contains ${text}, not only ${program.log()}`,
  )
