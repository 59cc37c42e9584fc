import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../languages/messages'

interface SearchInputProps {
  readonly label: string
  readonly value: string
  /** Called when the user pauses typing. */
  readonly onSearch: (value: string) => void
}

const pauseMs = 250

export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onSearch(next)
  }, pauseMs)

  // The value changed without typing: by a link or the Back button.
  useEffect(() => {
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])

  const change = (next: string) => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('Clear search')} onClick={() => change('')} />
      }
    />
  )
}
