import { createStore, useStore } from '../../api/store'

/** The clock that all relative times share. */
const now = createStore(Date.now())
setInterval(() => now.set(Date.now()), 5000)

export const useNow = (): number => useStore(now)
