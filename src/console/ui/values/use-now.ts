import { onCorrection, serviceNow } from '../../api/service-clock'
import { createStore, useStore } from '../../api/store'

/** The time of the service that all relative times share. */
const now = createStore(serviceNow())
const update = (): void => now.set(serviceNow())
setInterval(update, 5000)
onCorrection(update)

export const useNow = (): number => useStore(now)
