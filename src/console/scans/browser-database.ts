import { t } from '../languages/messages'
import { inTime } from './in-time'

/** Databases of the browser, which survive a reload, a crash and an empty battery. */

/** The stores of a database with the paths of their keys. */
type Stores = Readonly<Record<string, string | readonly string[]>>

type Transact<S extends Stores> = <T>(
  work: (stores: { readonly [K in keyof S]: IDBObjectStore }) => Promise<T>,
) => Promise<T>

/** Opens a database. @param closed called when the connection cannot be used any more */
const connect = (name: string, stores: Stores, closed: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const [store, keyPath] of Object.entries(stores))
        request.result.createObjectStore(store, {
          keyPath: typeof keyPath === 'string' ? keyPath : [...keyPath],
        })
    })
    request.addEventListener('success', () => {
      request.result.addEventListener('close', closed)
      resolve(request.result)
    })
    request.addEventListener('error', () => {
      closed()
      reject(request.error)
    })
  })

/** Time that a transaction may take, in seconds. A database that hangs calls nothing: neither success nor an error. */
const limitSeconds = 15

/**
 * Returns a function that runs `work` in a transaction, which is durable when it returns. `work` may wait only for requests to
 * the stores. When the database does not respond, the function fails, although the transaction may be committed later.
 */
export function database<S extends Stores>(name: string, stores: S): Transact<S> {
  const names = Object.keys(stores)
  let opening: Promise<IDBDatabase> | undefined

  /** Opens the database. A connection that failed or that the browser has closed is not used again. */
  function open(): Promise<IDBDatabase> {
    if (opening) return opening
    const connection = connect(name, stores, () => forget(connection))
    opening = connection
    return connection
  }

  function forget(connection: Promise<IDBDatabase>): void {
    if (opening === connection) opening = undefined
  }

  /** Begins a transaction, in a new connection if the present one is closed. */
  async function begin(): Promise<IDBTransaction> {
    const connection = open()
    try {
      return transactionOf(await connection)
    } catch {
      // The event of the closed connection may come later.
      forget(connection)
      return transactionOf(await open())
    }
  }

  const transactionOf = (opened: IDBDatabase): IDBTransaction =>
    opened.transaction(names, 'readwrite', { durability: 'strict' })

  const transact: Transact<S> = async (work) => {
    const transaction = await begin()
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const opened = Object.fromEntries(names.map((store) => [store, transaction.objectStore(store)]))
    const [result] = await Promise.all([
      work(opened as { readonly [K in keyof S]: IDBObjectStore }),
      committed,
    ])
    return result
  }

  return (work) =>
    inTime(transact(work), limitSeconds, () => {
      // The next attempt opens the database again.
      opening = undefined
      return new Error(
        t('The database of this browser does not respond. Close the other tabs of this console.'),
      )
    })
}

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** Returns the range of all keys that begin with a user in an organization, and with what follows. */
export const ofWhose = (whose: string, ...more: readonly number[]): IDBKeyRange =>
  IDBKeyRange.bound([whose, ...more], [whose, ...more, []])
