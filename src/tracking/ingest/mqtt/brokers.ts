import type { Message } from '../../../base/messages'
import type { KeyPair } from '../../../base/key-pair'
import type { BuiltInBroker } from './broker'
import { type BuiltInReadersParts, openBuiltInReaders } from './built-in-readers'
import type { ExternalBroker } from './external'

interface BrokersParts extends Omit<BuiltInReadersParts, 'pair'> {
  readonly tls: { readonly current: () => KeyPair } | null
}

/** The brokers that readers publish to: the built-in one, and the external one of the settings. */
export class Brokers {
  readonly #parts: BrokersParts
  readonly #external: ExternalBroker | null
  #builtIn: BuiltInBroker | null = null

  constructor(parts: BrokersParts, external: ExternalBroker | null) {
    this.#parts = parts
    this.#external = external
  }

  /** Throws StartError when the built-in broker can't listen. */
  async open(): Promise<void> {
    const { tls, ...parts } = this.#parts
    this.#builtIn = await openBuiltInReaders({ ...parts, pair: tls?.current() ?? null })
    this.#external?.open()
  }

  /** Returns the ports of the built-in broker; null while it is not open. */
  ports(): Pick<BuiltInBroker, 'port' | 'securePort'> | null {
    return this.#builtIn
  }

  /** Returns the problem of the external broker; null when there is none. */
  problem(): Message | null {
    return this.#external?.problem() ?? null
  }

  renew(pair: KeyPair): void {
    this.#builtIn?.renew(pair)
  }

  async close(): Promise<void> {
    await Promise.all([this.#builtIn?.close(), this.#external?.close()])
  }
}
