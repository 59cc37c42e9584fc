/**
 * A thread that waits for the disk in place of the serving thread (decision 0017). The thread pool of the runtime is not
 * used, because it also computes password hashes: a sync would wait for them.
 */

export type DiskRequest =
  /** Opens the connections of checkpoints. The files must not have been replaced since the service opened them. */
  | { readonly kind: 'open'; readonly path: string }
  /** Flushes an open file to the disk. */
  | { readonly kind: 'sync'; readonly descriptor: number }
  /** Copies the write-ahead log into the database file while writes go on, and flushes the file. */
  | { readonly kind: 'copyLog'; readonly descriptor: number }
  /**
   * Copies the rest of the log and begins the log again. Nothing may be written meanwhile. Returns whether the file
   * contained all of the log. Otherwise, reads did not end in time.
   */
  | { readonly kind: 'restartLog'; readonly waitMilliseconds: number }
  | { readonly kind: 'close' }

export type DiskResponse =
  | { readonly value: boolean }
  | { readonly error: { readonly message: string; readonly code?: string | undefined } }

interface DiskThread {
  /** Runs one request. The previous one must have ended. */
  run(request: DiskRequest): Promise<boolean>
  /** Closes the connections of the thread and ends it. */
  close(): Promise<void>
}

/** Creates a thread, which starts with the first request. */
export function createDiskThread(): DiskThread {
  let thread: Worker | undefined
  let running: PromiseWithResolvers<boolean> | undefined

  function start(): Worker {
    const started = new Worker(new URL('./disk-worker.ts', import.meta.url), { smol: true })
    started.addEventListener('message', ({ data }: MessageEvent<DiskResponse>) => {
      if ('error' in data) finish()?.reject(Object.assign(new Error(), data.error))
      else finish()?.resolve(data.value)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      thread = undefined
      started.terminate()
      finish()?.reject(new Error(`A disk thread failed: ${event.message}`))
    })
    return started
  }

  function finish() {
    const finished = running
    running = undefined
    // An idle thread does not keep the process running.
    thread?.unref()
    return finished
  }

  function run(request: DiskRequest): Promise<boolean> {
    if (running) return Promise.reject(new Error('A disk thread runs one request at a time.'))
    running = Promise.withResolvers<boolean>()
    thread ??= start()
    // A process that waits for a thread without a reference runs its event loop without pauses.
    thread.ref()
    thread.postMessage(request)
    return running.promise
  }

  return {
    run,
    async close() {
      if (!thread) return
      await run({ kind: 'close' })
      thread.terminate()
      thread = undefined
    },
  }
}
