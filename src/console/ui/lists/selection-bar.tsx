import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../languages/messages'
import { counted } from '../values/format'
import { toastProblem } from '../notices/toasts'
import type { ListPage, PagedList } from './use-list'
import type { Selection } from './use-selection'

interface SelectRowProps {
  readonly selection: Selection
  readonly id: number
  readonly name: string
}

/** Selects a row, and with Shift all rows from the one that was selected before. */
export const SelectRow = ({ selection, id, name }: SelectRowProps) => (
  <Checkbox
    aria-label={t('Select {name}', { name })}
    checked={selection.has(id)}
    onChange={({ nativeEvent }) =>
      selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
)

interface SelectAllProps {
  readonly selection: Selection
  /** Number of rows that are shown. */
  readonly shown: number
}

/** Selects all rows of a page. */
export const SelectAll = ({ selection, shown }: SelectAllProps) => (
  <Checkbox
    aria-label={t('Select all {shown} on this page', { shown: counted(shown) })}
    checked={selection.isAll}
    indeterminate={selection.ids.length > 0 && !selection.isAll}
    onChange={selection.toggleAll}
  />
)

interface SelectionBarProps {
  readonly selection: Selection
  /** Selects more than the page. */
  readonly more?: ReactNode
  /** Buttons for the selected rows. */
  readonly children: ReactNode
}

/** What can be done with the selected rows. It stays in view at the end of a long list. */
export function SelectionBar({ selection, more, children }: SelectionBarProps) {
  const { length: count } = selection.ids
  const { elsewhere } = selection
  return (
    <div
      className="selection-bar"
      role="group"
      aria-label={t('Selection')}
      data-open={count > 0 || undefined}
    >
      <Text size="sm" fw={600} role="status">
        {count > 0 &&
          (elsewhere > 0
            ? t('{count} selected, {elsewhere} on other pages', {
                count: counted(count),
                elsewhere: counted(elsewhere),
              })
            : t('{count} selected', { count: counted(count) }))}
      </Text>
      {count > 0 && (
        <>
          {more}
          <Group gap="xs" className="selection-actions">
            {children}
            <Button variant="subtle" onClick={selection.clear}>
              {t('Clear selection')}
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

interface SelectFoundProps<T extends { readonly id: number }> {
  readonly selection: Selection<T>
  readonly list: Pick<PagedList<ListPage<T>>, 'total' | 'isTotalExact' | 'rows' | 'loadFirst'>
  /** The largest selection: each action sends a request for each row. */
  readonly most: number
}

/** Selects the rows of all pages, once all of the page are selected. */
export function SelectFound<T extends { readonly id: number }>({
  selection,
  list,
  most,
}: SelectFoundProps<T>) {
  const [isBusy, setBusy] = useState(false)
  const { total, isTotalExact, rows, loadFirst } = list
  const count = Math.min(total, most)
  if (!selection.isAll || total <= rows.length || selection.ids.length >= count) return null
  async function choose(): Promise<void> {
    setBusy(true)
    try {
      selection.chooseRows(await loadFirst(most))
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="subtle" loading={isBusy} onClick={() => void choose()}>
      {total > most || !isTotalExact
        ? t('Select the first {count}', { count: counted(most) })
        : t('Select all {count} found', { count: counted(total) })}
    </Button>
  )
}
