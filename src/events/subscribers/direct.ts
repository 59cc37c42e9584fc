import { randomHex } from '../../base/secrets'
import type { Instances } from '../../storage/core/store'
import type { Delivery } from './delivery'

/** How long the answer of other instances may take, in milliseconds. */
const answerMillis = 1_500

interface Open {
  readonly organizationId: number
  readonly delivery: Pick<Delivery, 'sendNow' | 'close'>
}

interface Message {
  readonly id: string
  readonly organizationId: number
  readonly topic: string
  readonly payload: string
}

/** What instances tell each other: a message, or that a subscriber has got the one with this id. */
type Announced = Message | { readonly got: string }

type Peers = Pick<Instances, 'isShared' | 'announce' | 'onAnnounced'>

/** Messages to outputs, for the subscribers that are connected now. They are not stored. */
export class DirectMessages {
  readonly #instances: Peers
  readonly #open = new Set<Open>()
  readonly #waiting = new Map<string, (isSent: boolean) => void>()

  constructor(instances: Peers) {
    this.#instances = instances
    instances.onAnnounced('output', (text) => {
      const announced = JSON.parse(text) as Announced
      if ('got' in announced) this.#waiting.get(announced.got)?.(true)
      else if (this.#send(announced)) this.#announce({ got: announced.id })
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

  /** Returns whether a subscriber of any instance has got the message. */
  async publish(organizationId: number, topic: string, payload: string): Promise<boolean> {
    const message: Message = { id: randomHex(8), organizationId, topic, payload }
    const isSent = this.#send(message)
    if (!this.#instances.isShared) return isSent
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), answerMillis)
    this.#waiting.set(message.id, resolve)
    this.#announce(message)
    if (isSent) resolve(true)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(message.id)
    }
  }

  #announce(announced: Announced): void {
    this.#instances.announce('output', JSON.stringify(announced))
  }

  #send({ organizationId, topic, payload }: Message): boolean {
    const own = [...this.#open].filter((one) => one.organizationId === organizationId)
    return own.map(({ delivery }) => delivery.sendNow(topic, payload)).includes(true)
  }
}
