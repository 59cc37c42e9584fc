import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'

/**
 * Enter takes the first match, also before the list has marked it. It never sends the form while the matches are open, not
 * even when there are none.
 */
function takeMatch(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, key } = event
  if (key !== 'Enter' || event.nativeEvent.isComposing || input.getAttribute('aria-expanded') !== 'true')
    return
  event.preventDefault()
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]')) return
  list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')?.click()
}

/** A select that the user searches by typing. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable selectFirstOptionOnChange onKeyDown={takeMatch} {...props} />
)

const folded = (text: string): string => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/**
 * For options that the service finds, also by fields that they do not show. While it searches, only those of the search
 * before that match the text are shown, so that Enter does not choose another one.
 *
 * @param isSettled whether the options are those of the typed text
 */
export const foundBy =
  (isSettled: boolean): OptionsFilter =>
  ({ options, search }) => {
    if (isSettled) return options
    const words = folded(search).split(/\s+/)
    return (options as readonly ComboboxItem[]).filter(({ label }) =>
      words.every((word) => folded(label).includes(word)),
    )
  }
