import { onCorrection, serviceNow } from '../../api/service-clock'
import { createStore, useStore } from '../../api/store'

/** The time of the service that all relative times share. */
const now = createStore(serviceNow())
const update = (): void => now.set(serviceNow())
setInterval(update, 5000)
onCorrection(update)

export const useNow = (): number => useStore(now)

/** The time of the service at this rendering, for values of which seconds matter. It is never before `useNow`. */
export const useExactNow = (): number => Math.max(useNow(), serviceNow())
