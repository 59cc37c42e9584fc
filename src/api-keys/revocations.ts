import type { Instances } from '../storage/store'

export interface RevokedKey {
  readonly id: string
  readonly organizationId: number
}

/** Notifies listeners on all instances of revoked API keys. */
export function createRevocations(instances: Pick<Instances, 'announce' | 'onAnnounced'>) {
  const listeners: ((key: RevokedKey) => void)[] = []
  const tellOwn = (key: RevokedKey): void => {
    for (const listener of listeners) listener(key)
  }
  instances.onAnnounced('revoked', (text) => tellOwn(JSON.parse(text) as RevokedKey))
  return {
    tell(key: RevokedKey): void {
      tellOwn(key)
      instances.announce('revoked', JSON.stringify(key))
    },
    listen: (listener: (key: RevokedKey) => void): void => void listeners.push(listener),
  }
}
