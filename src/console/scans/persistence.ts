import { createStore } from '../api/store'

let isAsked = false

/** Whether the browser has refused to keep the scans. */
export const mayBeDeleted = createStore(false)

/** Asks the browser, once, not to delete the scans when the device has little room. Plain HTTP has no such storage. */
export async function keepStored(): Promise<void> {
  if (isAsked || !('storage' in navigator)) return
  isAsked = true
  try {
    if (!(await navigator.storage.persisted())) mayBeDeleted.set(!(await navigator.storage.persist()))
  } catch {
    // The scans are stored as before, and the page shows their age.
  }
}
