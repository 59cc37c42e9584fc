const names = ['SIGTERM', 'SIGINT'] as const

/** The first of the signals by which a person or a service manager ends the program. */
export const nextSignal = (): Promise<string> =>
  new Promise((resolve) => {
    for (const name of names) process.once(name, () => resolve(name))
  })

/** From now on, for each of them. */
export function onSignal(act: () => void): void {
  for (const name of names) process.on(name, act)
}
