import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { tagTypeName } from '../records/tag-types'
import { type Column, DataTable } from '../ui/lists/data-table'
import { BulkReport } from '../ui/lists/bulk-report'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, EmptyListLink } from '../ui/pages/query-states'
import { SelectAll, SelectionBar, SelectRow } from '../ui/lists/selection-bar'
import { Time } from '../ui/values/time'
import { toastProblem } from '../ui/notices/toasts'
import { useBulk } from '../ui/lists/use-bulk'
import { useList } from '../ui/lists/use-list'
import { type Selection, useSelection } from '../ui/lists/use-selection'
import { reloadTags, requestRestore, restoreTag } from './dismissals'

type Row = Schemas['DismissedTag']

const columns: [Column<Row>, ...Column<Row>[]] = [
  {
    key: 'tag',
    label: t('Tag'),
    cell: ({ value, tag_type: type, is_prefix: isPrefix }) => (
      <Group gap="xs">
        <Text span size="sm" c="dimmed" className="rigid">
          {tagTypeName(type)}
        </Text>
        {isPrefix && <Text size="sm">{t('All that begin with')}</Text>}
        <Text size="sm" ff="monospace" className="tag-value">
          {value}
        </Text>
      </Group>
    ),
  },
  { key: 'when', label: t('Dismissed'), cell: (tag) => <Time at={tag.dismissed_at} /> },
]

const actions: Column<Row> = { key: 'actions', label: t('Actions'), cell: (tag) => <Restore tag={tag} /> }

function Restore({ tag: { id, value } }: { readonly tag: Row }) {
  const [isBusy, setBusy] = useState(false)

  async function restore(): Promise<void> {
    setBusy(true)
    try {
      await restoreTag(id, value)
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      loading={isBusy}
      aria-label={t('Restore {value}', { value })}
      onClick={() => void restore()}
    >
      {t('Restore')}
    </Button>
  )
}

function RestoreSelected({ selection }: { readonly selection: Selection<Row> }) {
  const [isBusy, setBusy] = useState(false)
  const bulk = useBulk({ reload: reloadTags })

  async function restore(): Promise<void> {
    setBusy(true)
    const selected = selection.rows.map(({ id, value }) => ({ id, name: value }))
    await bulk.run(
      selected,
      ({ id }) => requestRestore(id),
      (count) => t('{count, plural, one {# tag restored} other {# tags restored}}', { count }),
    )
    setBusy(false)
  }

  return (
    <>
      <SelectionBar selection={selection}>
        <Button variant="default" loading={isBusy} onClick={() => void restore().catch(toastProblem)}>
          {t('Restore')}
        </Button>
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}

/** Lists the unknown tags that were dismissed for good, to restore them. */
export function DismissedTagsPage() {
  const { may } = useSignedIn()
  const list = useList({
    key: ['dismissed-tags'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/dismissed-tags', { params: { query: { limit, offset } } })),
  })
  const selection = useSelection(list.rows)
  const isManager = may('manager')
  return (
    <>
      <PageHeader
        title={t('Dismissed tags')}
        subtitle={t(
          'These tags do not appear as unknown tags when they are read. A restored tag appears with its next read.',
        )}
        back={{ href: '/unknown-tags', label: t('Unknown tags') }}
      />
      <DataTable
        leadOfAll={isManager && <SelectAll selection={selection} shown={list.rows.length} />}
        selection={isManager && <RestoreSelected selection={selection} />}
        name={t('Dismissed tags')}
        storedAs="Dismissed tags"
        list={list}
        columns={isManager ? [...columns, actions] : columns}
        keyOf={(tag) => tag.id}
        lead={
          isManager ? ({ id, value }) => <SelectRow selection={selection} id={id} name={value} /> : undefined
        }
        empty={
          <EmptyList
            title={t('Dismissed tags appear here')}
            action={<EmptyListLink href="/unknown-tags">{t('Show unknown tags')}</EmptyListLink>}
          >
            {t(
              'No dismissed tags. You can dismiss the tags that you do not want to see, and restore them here.',
            )}
          </EmptyList>
        }
      />
    </>
  )
}
