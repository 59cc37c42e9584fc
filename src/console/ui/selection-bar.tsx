import { Checkbox, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../languages/messages'
import { counted } from './format'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  readonly selection: Selection
  /** Number of rows that are shown. */
  readonly shown: number
  /** The label for selecting all of them. */
  readonly all?: string
  /** Buttons for the selected rows. */
  readonly children: ReactNode
}

interface SelectRowProps {
  readonly selection: Selection
  readonly id: number
  readonly name: string
}

/** Selects a row. */
export const SelectRow = ({ selection, id, name }: SelectRowProps) => (
  <Checkbox
    aria-label={t('Select {name}', { name })}
    checked={selection.has(id)}
    onChange={() => selection.toggle(id)}
  />
)

/** Selects all rows of a page, and shows what can be done with the selected ones. */
export function SelectionBar({ selection, shown, all, children }: SelectionBarProps) {
  if (shown === 0) return null
  return (
    <Group gap="md" ps={8} mih="2.25rem" role="group" aria-label={t('Selection')}>
      <Checkbox
        label={all ?? t('Select all {shown} on this page', { shown: counted(shown) })}
        checked={selection.isAll}
        indeterminate={selection.ids.length > 0 && !selection.isAll}
        onChange={selection.toggleAll}
      />
      <Text size="sm" c="dimmed" role="status">
        {selection.ids.length > 0 && t('{count} selected', { count: counted(selection.ids.length) })}
      </Text>
      {selection.ids.length > 0 && children}
    </Group>
  )
}
