import { createStore } from './store'

/** Whether this browser keeps the console, so that it opens without the service (worker.ts). */
export const isKept = createStore(false)

/** Browsers do that only over HTTPS, with a certificate that they trust, or on the service's own machine. */
export async function keepConsole(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/console/worker.js', {
      scope: '/console/',
      updateViaCache: 'none',
    })
    await navigator.serviceWorker.ready
    isKept.set(true)
  } catch {
    // Refused: the pages that would do more with it say so.
    isKept.set(false)
  }
}
