import type { KeyboardEvent } from 'react'
import { areKeysOn } from '../keys'

/** X selects the row that has the focus, and with Shift all rows from the one that was selected before, as a click on its checkbox does. */
export function selectByKey({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  if (key.toLowerCase() !== 'x' || ctrlKey || metaKey || altKey || !areKeysOn()) return
  if (!(target instanceof HTMLElement) || target.closest('input:not([type=checkbox]), textarea, [role=menu]'))
    return
  target
    .closest('[data-row]')
    ?.querySelector('input[type=checkbox]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}
