import type { SecretBox } from '../../base/secret-box'
import type { CreateBudgets } from '../../base/turns/budget'
import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import { SecondFactors } from './second-factors'

interface Needs extends Base {
  readonly settings: Settings
  readonly secretBox: SecretBox
  readonly budgets: CreateBudgets
}

export const secondFactors = feature({
  name: 'secondFactors',
  create: ({ store, settings, secretBox, budgets, now }: Needs) => ({
    factors: new SecondFactors({
      store,
      box: secretBox,
      settings: {
        isRequired: settings.secondFactor === 'required',
        mayUsePasswords: settings.localSignIn,
      },
      create: budgets,
      now,
    }),
  }),
})
