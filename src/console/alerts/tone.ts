import { createStore, useStore } from '../api/store'

/** The tone of new urgent alerts. It is off until a user switches it on, for one device. */

const storedAs = 'whereabouts.alert-tone'

const tone = createStore(localStorage.getItem(storedAs) === 'on')

export const isToneOn = (): boolean => tone.get()
export const useToneOn = (): boolean => useStore(tone)

export function switchTone(isOn: boolean): void {
  if (isOn) localStorage.setItem(storedAs, 'on')
  else localStorage.removeItem(storedAs)
  tone.set(isOn)
}
