import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { createStore, useStore } from '../api/store'

/** Keys of a single letter. People who speak to their device, or press keys by accident, switch them off (WCAG 2.1.4). */

const storedAs = 'whereabouts.keys'

const keys = createStore(localStorage.getItem(storedAs) !== 'off')

export const areKeysOn = (): boolean => keys.get()
export const useKeysOn = (): boolean => useStore(keys)

/** Switches the keys on this device. */
export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, 'off')
  keys.set(isOn)
}

/** Keys of the page, which do nothing in a text field. */
export function useKeys(items: readonly HotkeyItem[]): void {
  const isOn = useKeysOn()
  useHotkeys(isOn ? [...items] : [])
}

/** Whether a key already does something: Space and Enter press the button or follow the link that has the focus. */
export const isOnControl = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role=button], [role=option]') !== null

/** The letters after G, and the pages that they lead to. */
export const pageKeys: Readonly<Record<string, string>> = {
  t: '/overview',
  w: '/',
  a: '/alerts',
  k: '/scan',
  s: '/assets',
  l: '/locations',
  r: '/readers',
  ',': '/settings',
}
