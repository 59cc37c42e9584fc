import { type Message, readStored, storedOf } from '../../base/messages'
import type { ProviderSetting } from '../../settings/providers'
import type { Instances } from '../../storage/core/store'
import { type Clock, toWire } from '../../base/time'
import { providerMessages as say } from './messages'

/** Time for which the last problem of a provider is shown, in seconds: a week. */
const keptSeconds = 7 * 86_400

const keptName = (id: string): string => `provider problem ${id}`

/** The last problem of each provider that only the administrator of the server can solve. The Status page shows it. */
export function createProviderProblems(
  instances: Pick<Instances, 'keep' | 'find'>,
  providers: readonly ProviderSetting[],
  now: Clock,
) {
  return {
    /** @param fault completes the sentence "The provider …" */
    note({ id, name }: ProviderSetting, fault: Message): Promise<void> {
      const seen = say('provider.seen', { seen_at: toWire(now()), provider: name, fault })
      return instances.keep(keptName(id), storedOf(seen), keptSeconds)
    },
    /** Forgets the problem after a sign-in that worked. */
    async clear({ id }: ProviderSetting): Promise<void> {
      if (await instances.find(keptName(id))) await instances.keep(keptName(id), '', 1)
    },
    /** Returns the problems as sentences. */
    async list(): Promise<Message[]> {
      const all = await Promise.all(providers.map(({ id }) => instances.find(keptName(id))))
      return all.flatMap((stored) => (stored ? [readStored(stored)] : []))
    },
  }
}
