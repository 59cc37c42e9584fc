/** The first of the signals by which a person or a service manager ends the program. */
export const nextSignal = (): Promise<string> =>
  new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
