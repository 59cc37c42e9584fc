import { setImmediate as turn } from 'node:timers/promises'

/** Long work on the serving thread lets others have it so often. */
const millisecondsMax = 10

export type GiveWay = () => Promise<void> | undefined

/** To be awaited between the steps of long work: now and then it lets what else waits for the thread go first. */
export function createPace(): GiveWay {
  let since = performance.now()
  async function giveWay(): Promise<void> {
    await turn()
    since = performance.now()
  }
  return () => (performance.now() - since < millisecondsMax ? undefined : giveWay())
}
