import { type Base, feature } from '../../http/feature'
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
  async start({ store }) {
    const { current, first } = await store.read.gs1Numbers.places()
    // A backup that is made before the first number is minted has it, too.
    if (first === undefined && store.problems().length === 0)
      await store.write((tx) => tx.gs1Numbers.keepOrigin(current))
    return {}
  },
})
