import type { Log } from '../base/log'
import type { Clock, Instant, Micros } from '../base/time'
import type { Store, Writes } from '../storage/core/store'
import type { Endpoint } from './endpoint'

/** What a feature is (decision 0036). `src/app/features.ts` lists the features of the application. */

export interface Feature<Needs extends object, Creates extends object> {
  readonly name: string
  /** Creates the services. It gets the parts of the application, and the services of the features before it in the list. */
  readonly create: (needs: Needs) => Creates
  /** Describes the endpoints. Only their handlers may call a service, because the document describes them without services. */
  readonly routes?: (services: Needs & Creates) => readonly Endpoint[]
  /** Starts what runs in the background, and returns how it stops. */
  readonly start?: (services: Needs & Creates) => Running | Promise<Running>
  /** Deletes what is older, or more, than the feature keeps. It runs at the start and every hour. */
  readonly retention?: (services: Needs & Creates, deletion: Deletion) => Promise<void>
}

/** The parts of the application that most features need. */
export interface Base {
  readonly store: Store
  readonly now: Clock
  readonly log: Log
}

/** What runs in the background. */
export interface Running {
  /** Begins nothing new, and finishes what is in progress. The features do so at the same time. */
  readonly stop?: () => void | Promise<void>
  /** Called one after another, the last started first, after all have stopped: nothing else begins work now. */
  readonly close?: () => Promise<void>
}

/** A run of the retention of all features. */
export interface Deletion {
  /** Null while the machine time is not accepted: then only the limits by number apply (decision 0012). */
  readonly at: Instant | null
  /** Returns the time so many days ago. While the machine time is not accepted, it is before all rows. */
  readonly ago: (days: number) => Instant
  readonly microsAgo: (days: number) => Micros
  /**
   * Deletes in one write after another, until a write has deleted nothing.
   *
   * @param deleteSome deletes at most `rows` rows, so that other writes do not wait long, and returns their number
   */
  readonly inSlices: (deleteSome: (tx: Writes, rows: number) => Promise<number>) => Promise<void>
  /** Reports whether the run must end. */
  readonly isOver: () => boolean
}

/** Types a feature by what its `create` takes and returns. */
export const feature = <Needs extends object, Creates extends object>(
  description: Feature<Needs, Creates>,
): Feature<Needs, Creates> => description
