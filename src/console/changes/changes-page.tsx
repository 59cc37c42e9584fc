import { Card, Group, Stack, Text } from '@mantine/core'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { dayOf, isDay, localDay } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { ExportMenu } from '../ui/lists/export-menu'
import { Pager } from '../ui/lists/pager'
import { Empty, EmptyList, Failed, Loading, NoMatch } from '../ui/pages/query-states'
import { type List, type ListQuery, useList } from '../ui/lists/use-list'
import { ChangeFilters, type Filters, filterNames } from './change-filters'
import { ChangeList } from './change-list'
import { ChangeRetention } from './change-retention'
import type { Change, SubjectKind } from './change-sentence'

const pollMs = 10_000

function queryOf(filter: Filters) {
  const [kind, subject, who, action] = [filter('kind'), filter('subject'), filter('who'), filter('action')]
  const [from, to, importId] = [filter('from'), filter('to'), filter('import')]
  return {
    grouped: importId === undefined && subject === undefined,
    ...(importId !== undefined && { import_id: importId }),
    ...(kind !== undefined && { subject_kind: kind as SubjectKind }),
    ...(subject !== undefined && { subject_id: subject }),
    ...(who !== undefined && { actor_id: who }),
    ...(action !== undefined && { action: action as Change['action'] }),
    // Whole days, in the zone of the console. What is not a day narrows nothing.
    ...(isDay(from) && { from: dayOf(from).from }),
    ...(isDay(to) && { to: dayOf(to).to }),
  }
}

const fetchChanges = ({ limit, offset }: ListQuery, filter: Filters) =>
  dataOf(api.GET('/internal/v1/audit', { params: { query: { limit, offset, ...queryOf(filter) } } }))

/** The change log of the organization. */
export function ChangesPage() {
  const list = useList({ key: ['audit'], load: fetchChanges, filters: filterNames, pollMs })
  return (
    <>
      <PageHeader
        title={t('Change log')}
        subtitle={t(
          'Changes made by users and API keys. Scans and reads are in the location history of each asset.',
        )}
      />
      <Stack gap="sm">
        <div className="toolbar">
          <ChangeFilters list={list} />
          <ExportMenu
            path="/internal/v1/audit/export"
            query={{ ...queryOf(list.filter), grouped: false }}
            name={`changes-${localDay(new Date())}`}
            disabled={list.total === 0}
          />
        </div>
        {list.filter('subject') !== undefined && <OneSubject list={list} />}
        {list.filter('import') !== undefined && <OnlyOf>{t('one import')}</OnlyOf>}
        <div aria-busy={list.isStale} className={list.isStale ? 'fading' : undefined}>
          <Found list={list} />
        </div>
        <Pager name={t('Change log')} list={list} />
        <ChangeRetention />
      </Stack>
    </>
  )
}

/** Shown when the URL filters by a single record, after a link from its page. */
const OneSubject = ({ list }: { readonly list: List<Change> }) => (
  <OnlyOf>{list.rows[0]?.subject.name ?? t('one record')}</OnlyOf>
)

function OnlyOf({ children }: { readonly children: string }) {
  return (
    <Group gap="sm">
      <Text size="sm">{t('Only changes of {record} are shown.', { record: children })}</Text>
      <LinkButton href="/audit" variant="default" size="compact-sm">
        {t('Show all changes')}
      </LinkButton>
    </Group>
  )
}

function Found({ list }: { readonly list: List<Change> }) {
  if (list.isLoading) return <Loading lines={8} />
  if (list.rows.length === 0 && list.error) return <Failed error={list.error} onRetry={list.reload} />
  if (list.rows.length === 0)
    return (
      <Empty>
        {list.isNarrowed ? (
          <NoMatch onWiden={list.widen} />
        ) : (
          <EmptyList title={t('Changes appear here')}>{t('No changes yet.')}</EmptyList>
        )}
      </Empty>
    )
  return (
    <Card withBorder padding="sm">
      <ChangeList
        changes={list.rows}
        isGrouped={list.filter('import') === undefined && list.filter('subject') === undefined}
      />
    </Card>
  )
}
