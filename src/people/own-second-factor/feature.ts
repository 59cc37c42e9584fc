import { type Base, feature } from '../../http/feature'
import type { SecondFactors } from '../second-factors/second-factors'
import type { OwnPassword } from '../users/own-password'
import { secondFactorRoutes } from './routes'
import { SecondFactorService } from './service'

interface Needs extends Base {
  readonly password: OwnPassword
  readonly factors: SecondFactors
}

export const ownSecondFactor = feature({
  name: 'ownSecondFactor',
  create: ({ store, password, factors, now }: Needs) => ({
    secondFactor: new SecondFactorService(store, password, factors, now),
  }),
  routes: ({ secondFactor }) => secondFactorRoutes(secondFactor),
})
