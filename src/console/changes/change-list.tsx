import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { counted, exactly } from '../ui/format'
import { PageLink } from '../ui/link'
import { QueryState } from '../ui/query-states'
import { Time } from '../ui/time'
import { UndoImport } from '../ui/undo-import'
import { ChangeFields } from './change-fields'
import { type Change, ChangeSentence, ImportSentence } from './change-sentence'

interface ChangeListProps {
  readonly changes: readonly Change[]
  /** Whether each import is one row, as in a list of the service with `grouped`. */
  readonly isGrouped?: boolean
}

/** Whether the changes are those that take back an import. */
const isUndo = ({ id }: { readonly id: string }): boolean => id.startsWith('undo-')

/** Lists changes as sentences, each with the fields before and after it. */
export const ChangeList = ({ changes, isGrouped = false }: ChangeListProps) => (
  <ol className="plain changes" aria-label={t('Changes')}>
    {changes.map((change) => {
      const group = isGrouped && change.import && change.import.entries > 1 ? change.import : undefined
      return (
        <li key={change.id}>
          {group ? (
            <ImportSentence change={change} count={group.entries} isUndo={isUndo(group)} />
          ) : (
            <ChangeSentence change={change} />
          )}
          <Text size="sm" c="dimmed" component="div">
            <Time at={change.changed_at} />, {exactly(change.changed_at)}
          </Text>
          {group ? <Imported {...group} /> : <Details change={change} />}
          {group && change.subject.kind === 'asset' && !isUndo(group) && <UndoImport importId={group.id} />}
        </li>
      )
    })}
  </ol>
)

/** The fields are rendered only when the entry is expanded, since a page has fifty entries. */
function Details({ change: { before, after } }: { readonly change: Change }) {
  const [isOpen, setOpen] = useState(false)
  if (before === null && after === null) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{before && after ? t('Before and after') : t('Details')}</summary>
      {isOpen && <ChangeFields before={before} after={after} />}
    </details>
  )
}

const shown = 20

interface ImportedProps {
  readonly id: string
  /** The number of its changes. */
  readonly entries: number
}

/** The first changes of an import, with a link to all of them. They are loaded when the row is expanded. */
function Imported({ id, entries }: ImportedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Show the changes')}</summary>
      {isOpen && <ImportedChanges id={id} entries={entries} />}
    </details>
  )
}

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
