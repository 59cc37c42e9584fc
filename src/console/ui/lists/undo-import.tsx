import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../../api/client'
import { t } from '../../languages/messages'
import { ConfirmButton } from '../notices/confirm-button'
import { counted } from '../values/format'
import { PageLink } from '../pages/link'

type Undone = Schemas['ImportUndo']

const reasons: Readonly<Record<Undone['skipped'][number]['reason'], string>> = {
  changed_since: t('changed since the import'),
  deleted_since: t('deleted since the import'),
  not_kept: t('the change log has not kept the former value, because it was too long'),
}

const shownMax = 10

/** Takes back an import of assets, and says what was left as it is. */
export function UndoImport({ importId }: { readonly importId: string }) {
  const [undone, setUndone] = useState<Undone>()
  if (undone) return <Result undone={undone} />
  return (
    <ConfirmButton
      label={t('Undo this import')}
      title={t('Undo this import')}
      confirm={t('Undo this import')}
      onConfirm={async () => {
        const path = { import_id: importId }
        const { data } = await dataOf(api.POST('/internal/v1/imports/{import_id}/undo', { params: { path } }))
        setUndone(data)
        void queryClient.invalidateQueries()
      }}
    >
      {t(
        'The assets that it has created are deleted, and those that it has changed get their former values. Assets that were changed since stay as they are.',
      )}
    </ConfirmButton>
  )
}

function Result({ undone: { deleted, reverted, skipped } }: { readonly undone: Undone }) {
  return (
    <Alert color={skipped.length > 0 ? 'yellow' : 'teal'} role="status" title={t('Import undone')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('{deleted} deleted, {reverted} reverted, {skipped} skipped.', {
            deleted: counted(deleted),
            reverted: counted(reverted),
            skipped: counted(skipped.length),
          })}
        </Text>
        {skipped.slice(0, shownMax).map(({ asset_id: id, reason }) => (
          <Text size="sm" key={id}>
            <PageLink href={`/assets/${id}`}>{t('Asset {id}', { id })}</PageLink>: {reasons[reason]}
          </Text>
        ))}
        {skipped.length > shownMax && (
          <Text size="sm">{t('and {count} more', { count: skipped.length - shownMax })}</Text>
        )}
      </Stack>
    </Alert>
  )
}
