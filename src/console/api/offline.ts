import { createStore } from './store'

/** Whether this browser has cached the console, so that it opens without a connection (service-worker.ts). */
export const isAvailableOffline = createStore(false)

/** Installs the service worker. Browsers allow it only over HTTPS with a trusted certificate, and on localhost. */
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
    // The browser does not allow it. Pages that depend on it explain what is missing.
    isAvailableOffline.set(false)
  }
}
