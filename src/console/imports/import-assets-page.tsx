import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useStore } from '../api/store'
import { PageHeader } from '../ui/page-header'
import { ImportActions } from './import-actions'
import { ImportColumns } from './import-columns'
import { ChooseFile } from './import-file'
import { ImportPreview } from './import-preview'
import { type ImportRun, importRun, reset } from './import-run'

/** Assets from a file: what would become of each row is shown before anything is stored. */
export function ImportAssetsPage() {
  const run = useStore(importRun)
  return (
    <>
      <PageHeader
        title="Import assets"
        subtitle="From a CSV file, as spreadsheets save it."
        back={{ href: '/assets', label: 'Assets' }}
      />
      {run.phase === 'empty' ? <ChooseFile problem={run.problem} /> : <OpenedFile run={run} />}
    </>
  )
}

function OpenedFile({ run }: { readonly run: ImportRun }) {
  const isUnderWay = run.phase === 'importing'
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600} className="tag-value">
          {run.fileName}
        </Text>
        {!isUnderWay && (
          <Button variant="default" onClick={reset}>
            Another file
          </Button>
        )}
      </Group>
      {(run.phase === 'checking' || run.phase === 'checked') && <ImportColumns run={run} />}
      {!run.plan.mapping.includes('name') && !run.plan.mapping.includes('external_key') && (
        <Alert color="yellow" title="No column is the name or the key">
          Choose above what the columns of the file are.
        </Alert>
      )}
      <ImportActions run={run} />
      <ImportPreview run={run} />
    </Stack>
  )
}
