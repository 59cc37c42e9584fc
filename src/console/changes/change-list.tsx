import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { QueryState } from '../ui/pages/query-states'
import { ClockTime } from '../ui/values/time'
import { UndoImport } from '../ui/lists/undo-import'
import { ChangeFields } from './change-fields'
import { type Change, ChangeSentence, ImportSentence } from './change-sentence'
import { type Run, runsOf } from './equal-changes'

interface ChangeListProps {
  readonly changes: readonly Change[]
  /** Whether each import is one row, as in a list of the service with `grouped`, and also changes that are alike. */
  readonly isGrouped?: boolean
}

/** Whether the changes are those that take back an import. */
const isUndo = ({ id }: { readonly id: string }): boolean => id.startsWith('undo-')

/** Lists changes as sentences in one line each, with the fields before and after them on request. */
export const ChangeList = ({ changes, isGrouped = false }: ChangeListProps) => (
  <ol className="plain changes" aria-label={t('Changes')}>
    {(isGrouped ? runsOf(changes) : changes.map((first) => ({ first, others: [] }))).map((run) => (
      <li key={run.first.id}>
        <Entry {...run} isGrouped={isGrouped} />
      </li>
    ))}
  </ol>
)

/** A change, or one row for an import or for changes that are alike. */
function Entry({ first: change, others, isGrouped }: Run & Required<Pick<ChangeListProps, 'isGrouped'>>) {
  const group = isGrouped && change.import && change.import.entries > 1 ? change.import : undefined
  if (group)
    return (
      <Row
        at={change.changed_at}
        sentence={<ImportSentence change={change} count={group.entries} isUndo={isUndo(group)} />}
        more={t('Show the changes')}
        action={change.subject.kind === 'asset' && !isUndo(group) && <UndoImport importId={group.id} />}
      >
        <ImportedChanges {...group} />
      </Row>
    )
  if (others.length > 0)
    return (
      <Row
        at={change.changed_at}
        sentence={
          <>
            <ChangeSentence change={change} />{' '}
            <span className="change-more">
              {t('and {count} more like it', { count: counted(others.length) })}
            </span>
          </>
        }
        more={t('Show the changes')}
      >
        <div className="imported-changes">
          <ChangeList changes={[change, ...others]} />
        </div>
      </Row>
    )
  const { before, after } = change
  const label = before && after ? t('Before and after') : t('Details')
  return (
    <Row
      at={change.changed_at}
      sentence={<ChangeSentence change={change} />}
      {...((before ?? after) && { more: label })}
    >
      <ChangeFields before={before} after={after} />
    </Row>
  )
}

interface RowProps {
  readonly at: string
  readonly sentence: ReactNode
  /** The label of the button that opens the row. Without it, there is none. */
  readonly more?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The contents are rendered only when the row is open, since a page has fifty rows. */
function Row({ at, sentence, more, action, children }: RowProps) {
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <>
      <div className="change-line">
        <div className="change-sentence">{sentence}</div>
        {more !== undefined && (
          <UnstyledButton className="change-open" aria-expanded={isOpen} onClick={toggle}>
            {more}
          </UnstyledButton>
        )}
        {action}
        <span className="change-time">
          <ClockTime at={at} />
        </span>
      </div>
      {isOpen && children}
    </>
  )
}

const shown = 20

interface ImportedProps {
  readonly id: string
  /** The number of its changes. */
  readonly entries: number
}

/** The first changes of an import, with a link to all of them. They are loaded when the row is expanded. */
function ImportedChanges({ id, entries }: ImportedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'import', id],
    queryFn: () => {
      const query = { import_id: id, limit: shown }
      return dataOf(api.GET('/internal/v1/audit', { params: { query } }))
    },
  })
  if (!data) return <QueryState error={error} onRetry={refetch} lines={4} />
  return (
    <div className="imported-changes">
      <ChangeList changes={data.data} />
      {entries > shown && (
        <PageLink href={`/audit?import=${id}`} size="sm">
          {t('View all {entries} changes of this import', { entries: counted(entries) })}
        </PageLink>
      )}
    </div>
  )
}
