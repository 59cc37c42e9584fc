import type { Instances, Writes } from '../../storage/core/store'

export interface RevokedKey {
  readonly id: string
  readonly organizationId: number
}

/** Notifies listeners on all instances of revoked API keys. */
export function createRevocations(instances: Pick<Instances, 'onAnnounced'>) {
  const listeners: ((key: RevokedKey) => void)[] = []
  const tellOwn = (key: RevokedKey): void => {
    for (const listener of listeners) listener(key)
  }
  instances.onAnnounced('revoked', (text) => tellOwn(JSON.parse(text) as RevokedKey))
  return {
    /** Notifies the listeners on the other instances at the commit. */
    announce: (tx: Pick<Writes, 'announce'>, key: RevokedKey): Promise<void> =>
      tx.announce('revoked', JSON.stringify(key)),
    /** Notifies the listeners on this instance. */
    tellOwn,
    listen: (listener: (key: RevokedKey) => void): void => void listeners.push(listener),
  }
}
