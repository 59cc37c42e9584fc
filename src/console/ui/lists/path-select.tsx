import { useLayoutEffect, useRef } from 'react'
import { SearchSelect, type SearchSelectProps } from '../forms/search-select'

/** Chooses one of several paths. A path that is longer than the field is cut at its beginning: its end tells paths apart. */
export function PathSelect(props: Omit<SearchSelectProps, 'inputRef'>) {
  const input = useRef<HTMLInputElement>(null)
  const { value, data, onBlur } = props

  function showEnd(): void {
    const field = input.current
    if (field && field !== document.activeElement) field.scrollLeft = field.scrollWidth
  }
  useLayoutEffect(showEnd, [value, data])
  return (
    <SearchSelect
      {...props}
      inputRef={input}
      onBlur={(event) => {
        onBlur?.(event)
        // The browser returns to the beginning when the field loses the focus.
        requestAnimationFrame(showEnd)
      }}
    />
  )
}
