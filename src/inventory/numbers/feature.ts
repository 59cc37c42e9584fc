import { type Base, feature } from '../../http/feature'
import type { Store } from '../../storage/core/store'
import { MintingService } from './minting'
import { PrefixService } from './prefixes'
import { numberRoutes } from './routes'

export const numbers = feature({
  name: 'numbers',
  create: ({ store, now }: Base) => ({
    gs1Prefixes: new PrefixService(store, now),
    minting: new MintingService(store, now),
  }),
  routes: ({ gs1Prefixes, minting }) => numberRoutes(gs1Prefixes, minting),
  start({ store, log }) {
    // The start does not wait for it.
    const kept = keepOrigin(store).catch((err: unknown) =>
      log.warn({ err }, 'numbers: the database of the first number could not be stored'),
    )
    return { stop: () => kept }
  },
})

/** Stores which database this is, so that a backup that is made before the first number is minted has it, too. */
async function keepOrigin(store: Store): Promise<void> {
  const { current, first } = await store.read.gs1Numbers.places()
  if (first === undefined && store.problems().length === 0)
    await store.write((tx) => tx.gs1Numbers.keepOrigin(current))
}
