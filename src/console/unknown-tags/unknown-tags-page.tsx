import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { locationNames } from '../api/record-names'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { identityText } from '../records/identity-text'
import { tagTypeName } from '../records/tag-types'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { type Column, DataTable } from '../ui/lists/data-table'
import { counted, localDay } from '../ui/values/format'
import { ExportMenu } from '../ui/lists/export-menu'
import { HeaderAction } from '../ui/pages/header-action'
import { PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { PlacePath } from '../ui/pages/place-path'
import { EmptyList, EmptyListLink } from '../ui/pages/query-states'
import { SelectAll, SelectRow } from '../ui/lists/selection-bar'
import { Time } from '../ui/values/time'
import { type List, type ListPage, type ListQuery, useList } from '../ui/lists/use-list'
import { useSelection } from '../ui/lists/use-selection'
import { useAssetSection } from './asset-section'
import { BindTag } from './bind-tag'
import { DismissPrefix } from './dismiss-prefix'
import { DismissSelected } from './dismiss-selected'
import { dismissTags, whatDismissingDoes } from './dismissals'
import { type TagDialog, type TagDialogProps, useTagDialog } from './tag-dialog'
import { UnknownTagHistory } from './unknown-tag-history'

type Row = Schemas['UnknownTag'] & { readonly locationName: string | null }

const pollMs = 5000

async function fetchTags(query: ListQuery, reader: string | undefined): Promise<ListPage<Row>> {
  const { limit, offset, q } = query
  const params = {
    query: {
      limit,
      offset,
      ...(q !== undefined && { q }),
      ...(reader !== undefined && { reader_id: [Number(reader)] }),
    },
  }
  const page = await dataOf(api.GET('/internal/v1/unknown-tags', { params }))
  const names = await locationNames(page.data.map((row) => row.location_external_key))
  const data = page.data.map((row) => {
    const key = row.location_external_key
    return { ...row, locationName: key && (names.get(key) ?? key) }
  })
  return { ...page, data }
}

const tagColumn: Column<Row> = {
  key: 'tag',
  label: t('Tag'),
  cell: ({ value, tag_type: type }) => (
    <Group gap="xs" wrap="nowrap">
      <Text span size="sm" c="dimmed" className="rigid">
        {tagTypeName(type)}
      </Text>
      <Text size="sm" ff="monospace" className="tag-value">
        {value}
      </Text>
    </Group>
  ),
}

const columnsWith = (history: TagDialog): readonly Column<Row>[] => [
  {
    key: 'hint',
    label: t('Decoded'),
    cell: ({ identity }) => (identity ? <span className="tag-value">{identityText(identity)}</span> : '–'),
  },
  { key: 'location', label: t('Last location'), cell: lastLocationOf },
  {
    key: 'when',
    label: t('Last seen'),
    cell: (tag) => (
      <Group gap="0 0.5rem">
        <Time at={tag.last_seen_at} />
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => history.openFor(tag)}
          aria-label={t('History of {value}', { value: tag.value })}
        >
          {t('History')}
        </Anchor>
      </Group>
    ),
  },
  { key: 'count', label: t('Reads'), cell: (tag) => counted(tag.read_count) },
  { key: 'first', label: t('First seen'), cell: (tag) => <Time at={tag.first_seen_at} />, isExtra: true },
  { key: 'rssi', label: 'RSSI', cell: ({ rssi }) => rssi ?? '–', isExtra: true },
]

function lastLocationOf({
  location_id,
  locationName,
  reader_id: id,
  reader_external_key: key,
  antenna,
}: Row) {
  const place = <PlacePath id={location_id} name={locationName} />
  if (id === null) return place
  return (
    <>
      {place}
      <Text size="xs" c="dimmed" component="div">
        <PageLink href={`/readers/${id}`} inherit underline="always">
          {key ?? t('Reader')}
        </PageLink>
        {antenna !== null && `, ${t('antenna {antenna}', { antenna })}`}
      </Text>
    </>
  )
}

const dismissing = (value: string): string => t('Dismiss tag {value}', { value })

const actionsWith = (assign: TagDialog, dismiss: TagDialog): Column<Row> => ({
  key: 'actions',
  label: t('Actions'),
  cell: (tag) => (
    <Group gap="xs">
      <Button
        variant="default"
        onClick={() => assign.openFor(tag)}
        aria-label={t('Assign {value}', { value: tag.value })}
      >
        {t('Assign')}
      </Button>
      <Button variant="default" onClick={() => dismiss.openFor(tag)} aria-label={dismissing(tag.value)}>
        {t('Dismiss')}
      </Button>
    </Group>
  ),
})

function DismissTag({ tag, opened, onClose, loseOpener }: TagDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={dismissing(tag?.value ?? '')}
      label={t('Dismiss tag')}
      onConfirm={async () => {
        if (tag) await dismissTags([tag.id])
        loseOpener()
      }}
    >
      {whatDismissingDoes}
    </ConfirmDialog>
  )
}

/** Lists the tags that were read but belong to no asset or location. */
export function UnknownTagsPage() {
  const { may } = useSignedIn()
  const section = useAssetSection()
  const list = useList({
    key: ['unknown-tags'],
    load: (query, filter) => fetchTags(query, filter('reader')),
    filters: ['reader'],
    pollMs,
  })
  const selection = useSelection(list.rows)
  const isManager = may('manager')
  const [isPrefixOpen, prefix] = useDisclosure(false)
  const [assign, history, dismiss] = [useTagDialog(), useTagDialog(), useTagDialog()]
  const columns = columnsWith(history)
  return (
    <>
      <PageHeader
        title={t('Unknown tags')}
        {...(section && { section })}
        subtitle={t(
          'Tags that were read but belong to no asset or location. When you assign a tag to an asset, its history moves to the asset.',
        )}
        secondary={
          <>
            {isManager && <HeaderAction onClick={prefix.open}>{t('Dismiss by prefix')}</HeaderAction>}
            <HeaderAction href="/unknown-tags/dismissed">{t('Dismissed tags')}</HeaderAction>
          </>
        }
      />
      <DismissPrefix opened={isPrefixOpen} onClose={prefix.close} />
      <BindTag {...assign} />
      <UnknownTagHistory {...history} />
      <DismissTag {...dismiss} />
      <DataTable
        name={t('Unknown tags')}
        storedAs="Unknown tags"
        list={list}
        columns={isManager ? [tagColumn, ...columns, actionsWith(assign, dismiss)] : [tagColumn, ...columns]}
        keyOf={(tag) => tag.id}
        search={t('Search tags')}
        lead={
          isManager ? ({ id, value }) => <SelectRow selection={selection} id={id} name={value} /> : undefined
        }
        leadOfAll={isManager && <SelectAll selection={selection} shown={list.rows.length} />}
        selection={isManager && <DismissSelected selection={selection} />}
        filters={<Filters list={list} />}
        empty={<NoUnknownTags />}
      />
    </>
  )
}

const Filters = ({ list }: { readonly list: List<Row> }) => (
  <>
    <ReaderFilter value={list.filter('reader') ?? ''} onChange={(reader) => list.narrow('reader', reader)} />
    <ExportMenu
      path="/internal/v1/unknown-tag-export"
      query={{ q: list.q, reader_id: list.filter('reader') }}
      name={`unknown-tags-${localDay(new Date())}`}
      disabled={list.total === 0}
    />
  </>
)

const NoUnknownTags = () => (
  <EmptyList
    title={t('Unknown tags appear here')}
    action={<EmptyListLink href="/readers">{t('See what the readers read')}</EmptyListLink>}
  >
    {t('No unknown tags. New ones appear here as soon as they are read.')}
  </EmptyList>
)

interface ReaderFilterProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

function ReaderFilter({ value, onChange }: ReaderFilterProps) {
  const { data = [] } = useQuery({
    queryKey: ['readers', 'filter'],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: 200 } } }))).data,
  })
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <NativeSelect
      aria-label={t('Reader')}
      data={[
        { value: '', label: t('Any reader') },
        ...(isListed ? [] : [{ value, label: t('Other reader') }]),
        ...options,
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
