import { BoundedMap } from '../../base/bounded-map'
import type { SharedTokens } from '../../base/turns/budget'
import { randomHex } from '../../base/secrets'

/** What instances announce to each other. */
export type Topic =
  /** Ids of organizations with new events. */
  | 'events'
  /** A move or a read for live streams. */
  | 'live'
  /** What the live streams of an instance show. */
  | 'watching'
  /** The topics of readers have changed. */
  | 'topics'
  /** A webhook that was created or changed, or an attempt of it that was requested. */
  | 'webhook'
  /** Alerts that have changed. */
  | 'alerts'
  /** A stocktake that has changed. */
  | 'stocktakes'
  /** Reads of encode stations, for the leader. */
  | 'pads'
  /** What an encode station has found, for live streams. */
  | 'station'
  /** A message to an output, for subscribers. */
  | 'output'
  /** The id of a revoked API key. */
  | 'revoked'
  /** The connection and the name of an MQTT client that has connected. */
  | 'client'
  /** The machine time was confirmed. */
  | 'clock'

/** Texts in the database that all instances read at their start. */
export interface SharedValues {
  find(name: string): Promise<string | undefined>
  /** Stores a value unless there is one. Returns the stored one. */
  insert(name: string, value: string): Promise<string>
  /** Replaces a value if no other instance runs. Returns whether it did. */
  replaceWhenAlone(name: string, value: string): Promise<boolean>
}

/** What the instances of an installation share (docs/decisions/0033-several-instances.md). SQLite has one instance. */
export interface Instances {
  /** Whether there may be others. */
  readonly isShared: boolean
  /** A name of this instance, which is the same after a restart on the same data directory. */
  readonly name: string

  /** Sends a text to the other instances, usually within milliseconds. An announcement may be lost. @param text at most 7,000 bytes */
  announce(topic: Topic, text: string): void
  onAnnounced(topic: Topic, listener: (text: string) => void): void
  /** Calls `listener` with an announcement of this instance when it arrives among those of the others. All get them in one order. */
  onReturned(topic: Topic, listener: (text: string) => void): void
  /** Calls `listener` when announcements may have been lost, and from time to time. */
  onMissed(listener: () => void): void

  /** Whether this instance does the work that only one may do. */
  readonly isLeader: boolean
  /** Calls `listener` when this instance becomes the leader; soon if it is one already. */
  onLeader(listener: () => void): void

  /** Keeps a text for the instance that needs it. */
  keep(name: string, text: string, seconds: number): Promise<void>
  /** Returns a text; undefined if there is none, or it is too old. */
  find(name: string): Promise<string | undefined>
  /** Takes a name that is never used again after `seconds`. Of several calls, exactly one returns true. */
  claim(name: string, seconds: number): Promise<boolean>
  /** Returns an identifier of the claimed names. It changes when they are lost. */
  claimsId(): Promise<string>

  /** The buckets of tokens that all instances take from; null when this is the only one. */
  readonly tokens: SharedTokens | null
  /** Null when this is the only one. */
  readonly values: SharedValues | null
}

/** Maximum numbers of texts and of claimed names in memory. */
const keptMax = 100
const claimedMax = 100_000

/** Creates what an instance shares with itself. */
export function createSingleInstance(): Instances {
  const kept = new BoundedMap<string, { readonly text: string; readonly until: number }>(keptMax)
  const claimed = new BoundedMap<string, true>(claimedMax)
  const claimsId = randomHex(16)
  return {
    isShared: false,
    name: '',
    announce() {},
    onAnnounced() {},
    onReturned() {},
    onMissed() {},
    isLeader: true,
    onLeader: (listener) => void setImmediate(listener),
    async keep(name, text, seconds) {
      kept.set(name, { text, until: performance.now() + seconds * 1000 })
    },
    async find(name) {
      const found = kept.get(name)
      return found && found.until > performance.now() ? found.text : undefined
    },
    async claim(name) {
      if (claimed.has(name)) return false
      claimed.set(name, true)
      return true
    },
    claimsId: async () => claimsId,
    tokens: null,
    values: null,
  }
}
