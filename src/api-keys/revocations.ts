import type { Instances } from '../storage/store'

/** Notifies listeners on all instances of revoked API keys. */
export function createRevocations(instances: Pick<Instances, 'announce' | 'onAnnounced'>) {
  const listeners: ((apiKeyId: string) => void)[] = []
  const tellOwn = (apiKeyId: string): void => {
    for (const listener of listeners) listener(apiKeyId)
  }
  instances.onAnnounced('revoked', tellOwn)
  return {
    tell(apiKeyId: string): void {
      tellOwn(apiKeyId)
      instances.announce('revoked', apiKeyId)
    },
    listen: (listener: (apiKeyId: string) => void): void => void listeners.push(listener),
  }
}
