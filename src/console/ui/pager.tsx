import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { counted } from './format'
import { type List, pageSizes } from './use-list'

/** The next page is read from its beginning, which the end of this one may have left far above. */
function showBeginning(button: Element): void {
  const list = button.closest('nav')?.parentElement
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
}

/** Which rows are shown, of how many, and the way to the others. */
export function Pager<T>({ list }: { readonly list: List<T> }) {
  const { rows, total, limit, offset, goTo, resize } = list
  if (total === 0 && offset === 0) return null
  const last = offset + rows.length
  const stepTo = (next: number) => (event: MouseEvent) => {
    goTo(next)
    showBeginning(event.currentTarget)
  }
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" role="status">
        {rows.length === 0 ? 'None' : `${counted(offset + 1)}–${counted(last)}`} of {counted(total)}
      </Text>
      <Group gap="xs">
        {total > Math.min(...pageSizes) && (
          <NativeSelect
            aria-label="Rows on a page"
            size="xs"
            value={String(limit)}
            data={pageSizes.map(String)}
            onChange={(event) => resize(Number(event.currentTarget.value))}
          />
        )}
        <ActionIcon
          variant="default"
          aria-label="Previous page"
          disabled={offset === 0}
          onClick={stepTo(Math.max(0, offset - limit))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next page"
          disabled={last >= total}
          onClick={stepTo(offset + limit)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
