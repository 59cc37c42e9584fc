import { createStore } from './store'

/** Whether this browser keeps the console, so that it opens without the service (service-worker.ts). */
export const isAvailableOffline = createStore(false)

/** Browsers do that only over HTTPS, with a certificate that they trust, or on the service's own machine. */
export async function installServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/console/worker.js', {
      scope: '/console/',
      updateViaCache: 'none',
    })
    await navigator.serviceWorker.ready
    isAvailableOffline.set(true)
  } catch {
    // Refused: the pages that would do more with it say so.
    isAvailableOffline.set(false)
  }
}
