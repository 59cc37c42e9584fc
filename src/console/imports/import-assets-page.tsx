import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { ImportActions } from './import-actions'
import { ColumnQuestions } from './column-questions'
import { ImportColumns } from './import-columns'
import { ChooseFile, SourceOfFile } from './import-file'
import { ImportPreview } from './import-preview'
import { type ImportRun, importRun, reset } from './import-run'
import { KeyQuestion } from './key-question'
import { MissingPlaces } from './missing-places'

/** Imports assets from a file. The page shows the outcome for each row before anything is saved. */
export function ImportAssetsPage() {
  const run = useStore(importRun)
  return (
    <>
      <PageHeader
        title={t('Import assets')}
        subtitle={t('Add or update assets from a CSV file or a workbook.')}
        back={{ href: '/assets', label: t('Assets') }}
      />
      {run.phase === 'empty' ? (
        <ChooseFile problem={run.problem} source={run.source} />
      ) : (
        <OpenedFile run={run} />
      )}
    </>
  )
}

function OpenedFile({ run }: { readonly run: ImportRun }) {
  const isImporting = run.phase === 'importing'
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600} className="tag-value">
          {run.fileName}
        </Text>
        {!isImporting && (
          <Button variant="default" onClick={reset}>
            {t('Choose another file')}
          </Button>
        )}
      </Group>
      {(run.phase === 'checking' || run.phase === 'checked') && (
        <>
          {run.source && <SourceOfFile source={run.source} />}
          <KeyQuestion run={run} />
          <MissingPlaces run={run} />
          <ColumnQuestions run={run} />
          <ImportColumns run={run} />
        </>
      )}
      {!run.plan.mapping.includes('name') && !run.plan.mapping.includes('external_key') && (
        <Alert color="yellow" title={t('No column contains the name or the key')}>
          {t('Select the field of each column above.')}
        </Alert>
      )}
      <ImportActions run={run} />
      <ImportPreview run={run} />
    </Stack>
  )
}
