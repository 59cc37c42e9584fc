let isAsked = false

/** Asks the browser, once, not to delete the scans when the device has little room. Plain HTTP has no such storage. */
export async function keepStored(): Promise<void> {
  if (isAsked || !('storage' in navigator)) return
  isAsked = true
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // The scans are stored as before, and the page shows their age.
  }
}
