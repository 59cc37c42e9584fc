import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { t } from '../../languages/messages'
import { counted } from '../values/format'
import { type List, pageSizes } from './use-list'

/** Scrolls to the beginning of the list, which may be far above the pager. */
function scrollToStart(button: Element): void {
  const list = button.closest('nav')?.parentElement
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
}

interface PagerProps<T> {
  /** The accessible name of the list. */
  readonly name: string
  readonly list: List<T>
}

/** Shows which rows of a list are visible, and opens its other pages. */
export function Pager<T>({ name, list }: PagerProps<T>) {
  const { rows, total, isTotalExact, limit, offset, goTo, resize } = list
  if (total === 0 && offset === 0) return null
  const last = offset + rows.length
  const range = rows.length === 0 ? '0' : `${counted(offset + 1)}–${counted(last)}`
  const stepTo = (next: number) => (event: MouseEvent) => {
    goTo(next)
    scrollToStart(event.currentTarget)
  }
  return (
    <Group justify="space-between" component="nav" aria-label={t('Pages of {name}', { name })}>
      <Text size="sm" c="dimmed" role="status">
        {isTotalExact
          ? t('{rows} of {total}', { rows: range, total: counted(total) })
          : t('{rows} of more than {total}', { rows: range, total: counted(total) })}
      </Text>
      <Group gap="xs">
        {total > Math.min(...pageSizes) && (
          <NativeSelect
            aria-label={t('Rows per page')}
            size="xs"
            value={String(limit)}
            data={pageSizes.map(String)}
            onChange={(event) => resize(Number(event.currentTarget.value))}
          />
        )}
        <ActionIcon
          variant="default"
          aria-label={t('Previous page')}
          disabled={offset === 0}
          onClick={stepTo(Math.max(0, offset - limit))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('Next page')}
          disabled={isTotalExact ? last >= total : rows.length < limit}
          onClick={stepTo(offset + limit)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
