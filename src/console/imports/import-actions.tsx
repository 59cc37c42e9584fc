import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadCsv } from '../ui/download'
import { counted } from '../ui/format'
import { LinkButton } from '../ui/link'
import { toastProblem } from '../ui/toasts'
import { rejectedFile } from './files'
import { effectiveRows, type ImportRun, leaveOutInvalidCells, resume, startImport, stop } from './import-run'
import { avoidableCells, hasKey, type Outcome } from './plan'

interface RunProps {
  readonly run: ImportRun
}

export const countOf = ({ results }: ImportRun, outcome: Outcome): number =>
  [...results.values()].filter((result) => result.outcome === outcome).length

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${counted(count)} rows`)

/** Shows the progress and the problems of an import, and the buttons for the next step. */
export function ImportActions({ run }: RunProps) {
  return (
    <Stack gap="sm">
      {(run.phase === 'checking' || run.phase === 'importing') && <ImportProgress run={run} />}
      {run.problem !== undefined && (
        <Alert
          color="red"
          title={run.phase === 'checking' ? 'Preview interrupted' : 'Import interrupted'}
          role="alert"
        >
          {run.problem}
        </Alert>
      )}
      {run.phase === 'checking' && run.problem !== undefined && <Resume label="Try again" />}
      {run.phase === 'checked' && <LeaveOut run={run} />}
      {run.phase === 'checked' && <Start run={run} />}
      {run.phase === 'halted' && <Halted run={run} />}
      {run.phase === 'imported' && <Finished run={run} />}
      {run.phase !== 'checking' && run.phase !== 'importing' && <DownloadRejected run={run} />}
    </Stack>
  )
}

function ImportProgress({ run: { phase, done, total, waitReason } }: RunProps) {
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
      {waitReason !== undefined && (
        <Text size="sm" role="status">
          {waitReason}. Retrying…
        </Text>
      )}
    </Stack>
  )
}

const Resume = ({ label }: { readonly label: string }) => (
  <div>
    <Button onClick={() => void resume().catch(toastProblem)}>{label}</Button>
  </div>
)

/** Offers to import rows without their invalid cells. */
function LeaveOut({ run: { plan, results } }: RunProps) {
  const { size } = avoidableCells(plan, results)
  if (size === 0) return null
  return (
    <Alert color="yellow" title={`${rowsOf(size)} rejected only because of optional cells`}>
      <Stack gap="xs" align="start">
        <Text size="sm">
          You can import {size === 1 ? 'it' : 'them'} without these cells. In existing assets, the fields of
          these cells do not change.
        </Text>
        <Button variant="default" onClick={() => void leaveOutInvalidCells().catch(toastProblem)}>
          Leave out the invalid cells
        </Button>
      </Stack>
    </Alert>
  )
}

function Start({ run }: RunProps) {
  const isOpen = [...run.plan.questions.keys()].some((column) => !run.answers.has(column))
  if (isOpen) return <Text role="status">Choose how to read the dates before you import.</Text>
  const rows = effectiveRows(run)
  const minted = rows.filter((row) => !hasKey(row)).length
  if (rows.length === 0) {
    const others = countOf(run, 'refused') > 0 ? 'all other rows' : 'all rows'
    const reason =
      countOf(run, 'unchanged') === 0 ? 'all rows are rejected' : `${others} already match the assets`
    return <Text role="status">There is nothing to import: {reason}.</Text>
  }
  return (
    <Stack gap="sm">
      {minted > 0 && (
        <Alert color="yellow" title={`${rowsOf(minted)} without a key`}>
          Each asset without a key gets the next free key. If you import this file again, these assets are
          added a second time. To get a file with the keys, export the assets after the import.
        </Alert>
      )}
      <Group>
        <Button size="md" onClick={() => void startImport().catch(toastProblem)}>
          Import {rowsOf(rows.length)}
        </Button>
        <Text c="dimmed" size="sm" role="status">
          This is a preview. Nothing is saved yet.
        </Text>
      </Group>
    </Stack>
  )
}

const Halted = ({ run: { done, total } }: RunProps) => (
  <Stack gap="sm">
    <Text role="status">
      Stopped after {counted(done)} of {rowsOf(total)}. Resuming won&apos;t import any row twice.
    </Text>
    <Resume label="Resume" />
  </Stack>
)

const Finished = ({ run }: RunProps) => (
  <Alert color="teal" title="Import finished" role="status">
    <Stack gap="sm" align="start">
      <Text>
        {counted(countOf(run, 'created'))} created, {counted(countOf(run, 'changed'))} changed,{' '}
        {counted(countOf(run, 'unchanged'))} unchanged, {counted(countOf(run, 'refused'))} rejected.
      </Text>
      <LinkButton href="/assets">View assets</LinkButton>
    </Stack>
  </Alert>
)

function DownloadRejected({ run }: RunProps) {
  const rejected = countOf(run, 'refused')
  if (rejected === 0) return null
  const name = `${run.fileName.replace(/\.[^.]*$/, '')}-rejected.csv`
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadCsv(name, [rejectedFile(run)])}
      >
        Download {rejected === 1 ? 'the rejected row' : `the ${counted(rejected)} rejected rows`}
      </Button>
      <Text c="dimmed" size="sm">
        The file includes the reasons. Fix the rows in it, then import it.
      </Text>
    </Group>
  )
}
