import type { Instances } from '../../storage/core/store'
import type { Delivery } from './delivery'

interface Open {
  readonly organizationId: number
  readonly delivery: Pick<Delivery, 'sendNow' | 'close'>
}

interface Announced {
  readonly organizationId: number
  readonly topic: string
  readonly payload: string
}

/** Messages to outputs, for the subscribers that are connected now. They are not stored. */
export class DirectMessages {
  readonly #instances: Pick<Instances, 'isShared' | 'announce' | 'onAnnounced'>
  readonly #open = new Set<Open>()

  constructor(instances: Pick<Instances, 'isShared' | 'announce' | 'onAnnounced'>) {
    this.#instances = instances
    instances.onAnnounced('output', (text) => {
      const { organizationId, topic, payload } = JSON.parse(text) as Announced
      this.#send(organizationId, topic, payload)
    })
  }

  /** Adds a connection. Returns how it is closed. */
  enter(organizationId: number, delivery: Open['delivery']): () => void {
    const one = { organizationId, delivery }
    this.#open.add(one)
    return () => {
      this.#open.delete(one)
      delivery.close()
    }
  }

  /** Returns whether a subscriber has got the message, or is perhaps connected to another instance. */
  publish(organizationId: number, topic: string, payload: string): boolean {
    const announced: Announced = { organizationId, topic, payload }
    if (this.#instances.isShared) this.#instances.announce('output', JSON.stringify(announced))
    return this.#send(organizationId, topic, payload) || this.#instances.isShared
  }

  #send(organizationId: number, topic: string, payload: string): boolean {
    const own = [...this.#open].filter((one) => one.organizationId === organizationId)
    return own.map(({ delivery }) => delivery.sendNow(topic, payload)).includes(true)
  }
}
