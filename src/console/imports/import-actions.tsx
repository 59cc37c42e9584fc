import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadCsv } from '../ui/download'
import { counted } from '../ui/format'
import { LinkButton } from '../ui/link'
import { toastProblem } from '../ui/toasts'
import { refusedFile } from './files'
import { effectiveRows, goOn, type ImportRun, startImport, stop } from './import-run'
import { hasKey, type Outcome } from './plan'

interface RunProps {
  readonly run: ImportRun
}

export const countOf = ({ results }: ImportRun, outcome: Outcome): number =>
  [...results.values()].filter((result) => result.outcome === outcome).length

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${counted(count)} rows`)

/** How far it is, what is in its way, and what comes next. */
export function ImportActions({ run }: RunProps) {
  return (
    <Stack gap="sm">
      {(run.phase === 'checking' || run.phase === 'importing') && <Advance run={run} />}
      {run.problem !== undefined && (
        <Alert color="red" title="This could not go on" role="alert">
          {run.problem}
        </Alert>
      )}
      {run.phase === 'checking' && run.problem !== undefined && <GoOn label="Try again" />}
      {run.phase === 'checked' && <Start run={run} />}
      {run.phase === 'halted' && <Halted run={run} />}
      {run.phase === 'imported' && <Finished run={run} />}
      {run.phase !== 'checking' && run.phase !== 'importing' && <Refused run={run} />}
    </Stack>
  )
}

function Advance({ run: { phase, done, total, held } }: RunProps) {
  const verb = phase === 'checking' ? 'Checking' : 'Importing'
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>
          {verb} {counted(done)} of {rowsOf(total)}
        </Text>
        {phase === 'importing' && (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        )}
      </Group>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={verb} />
      {held !== undefined && (
        <Text size="sm" role="status">
          {held}. It goes on by itself.
        </Text>
      )}
    </Stack>
  )
}

const GoOn = ({ label }: { readonly label: string }) => (
  <div>
    <Button onClick={() => void goOn().catch(toastProblem)}>{label}</Button>
  </div>
)

function Start({ run }: RunProps) {
  const rows = effectiveRows(run)
  const minted = rows.filter((row) => !hasKey(row)).length
  if (rows.length === 0) {
    const refused = countOf(run, 'refused')
    const rest = refused > 0 ? 'the other rows are' : 'all rows are'
    const why = countOf(run, 'unchanged') === 0 ? 'all rows are refused' : `${rest} as the assets are already`
    return <Text role="status">There is nothing to import: {why}.</Text>
  }
  return (
    <Stack gap="sm">
      {minted > 0 && (
        <Alert color="yellow" title={`${rowsOf(minted)} without a key`}>
          An asset without a key gets the next free one. Importing this file once more would add these rows
          once more: export the assets afterwards to have a file with their keys.
        </Alert>
      )}
      <Group>
        <Button size="md" onClick={() => void startImport().catch(toastProblem)}>
          Import {rowsOf(rows.length)}
        </Button>
        <Text c="dimmed" size="sm" role="status">
          Nothing is stored yet.
        </Text>
      </Group>
    </Stack>
  )
}

const Halted = ({ run: { done, total } }: RunProps) => (
  <Stack gap="sm">
    <Text role="status">
      Stopped after {counted(done)} of {rowsOf(total)}. Going on repeats nothing.
    </Text>
    <GoOn label="Go on" />
  </Stack>
)

const Finished = ({ run }: RunProps) => (
  <Alert color="teal" title="The import is done" role="status">
    <Stack gap="sm" align="start">
      <Text>
        {counted(countOf(run, 'created'))} created, {counted(countOf(run, 'changed'))} changed,{' '}
        {counted(countOf(run, 'unchanged'))} unchanged, {counted(countOf(run, 'refused'))} refused.
      </Text>
      <LinkButton href="/assets">To the assets</LinkButton>
    </Stack>
  </Alert>
)

function Refused({ run }: RunProps) {
  const refused = countOf(run, 'refused')
  if (refused === 0) return null
  const name = `${run.fileName.replace(/\.[^.]*$/, '')}-refused.csv`
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadCsv(name, [refusedFile(run)])}
      >
        Download {refused === 1 ? 'the refused row' : `the ${counted(refused)} refused rows`}
      </Button>
      <Text c="dimmed" size="sm">
        With the reasons; mend them and import that file.
      </Text>
    </Group>
  )
}
