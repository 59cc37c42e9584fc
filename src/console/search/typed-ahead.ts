import { createStore } from '../api/store'

/** The letters that the user types after the search was opened and before its input has the focus. */
export const typedAhead = createStore('')

let isListening = false

/** Ends it when the input has the focus, and when the search is closed. */
export function endTyping(): void {
  isListening = false
  removeEventListener('keydown', keep, true)
}

function keep(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey, isComposing } = event
  if (target instanceof HTMLInputElement && target.closest('[role=dialog]')) return endTyping()
  if (ctrlKey || metaKey || altKey || isComposing) return
  if (key === 'Backspace') typedAhead.set(typedAhead.get().slice(0, -1))
  else if (key.length === 1) typedAhead.set(typedAhead.get() + key)
  // Enter must not open what another text has found.
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps the keys until the input of the search has the focus. */
export function keepTyping(): void {
  typedAhead.set('')
  if (isListening) return
  isListening = true
  addEventListener('keydown', keep, true)
}
