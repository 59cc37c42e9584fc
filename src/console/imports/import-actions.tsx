import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { downloadCsv } from '../ui/values/download'
import { counted } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { toastProblem } from '../ui/notices/toasts'
import { UndoImport } from '../ui/lists/undo-import'
import { rejectedFile } from './files'
import { effectiveRows, type ImportRun, leaveOutInvalidCells, resume, startImport, stop } from './import-run'
import { isUnplaced } from './place-assets'
import { avoidableCells, hasKey, type Outcome } from './plan'

interface RunProps {
  readonly run: ImportRun
}

export const countOf = ({ results }: ImportRun, outcome: Outcome): number =>
  [...results.values()].filter((result) => result.outcome === outcome).length

export const countUnplaced = ({ results }: ImportRun): number =>
  [...results.values()].filter(isUnplaced).length

const rowsOf = (count: number): string => t('{count, plural, one {# row} other {# rows}}', { count })

/** Shows the progress and the problems of an import, and the buttons for the next step. */
export function ImportActions({ run }: RunProps) {
  return (
    <Stack gap="sm">
      {(run.phase === 'checking' || run.phase === 'importing') && <ImportProgress run={run} />}
      {run.problem !== undefined && (
        <Alert
          color="red"
          title={run.phase === 'checking' ? t('Preview interrupted') : t('Import interrupted')}
          role="alert"
        >
          {run.problem}
        </Alert>
      )}
      {run.phase === 'checking' && run.problem !== undefined && <Resume label={t('Try again')} />}
      {run.phase === 'checked' && <LeaveOut run={run} />}
      {run.phase === 'checked' && <Start run={run} />}
      {run.phase === 'halted' && <Halted run={run} />}
      {run.phase === 'imported' && <Finished run={run} />}
      {run.phase === 'imported' && <Unplaced run={run} />}
      {run.phase !== 'checking' && run.phase !== 'importing' && <DownloadRejected run={run} />}
    </Stack>
  )
}

function ImportProgress({ run: { phase, done, total, waitReason } }: RunProps) {
  const isChecking = phase === 'checking'
  const values = { done: counted(done), rows: rowsOf(total) }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>
          {isChecking ? t('Checking {done} of {rows}', values) : t('Importing {done} of {rows}', values)}
        </Text>
        {phase === 'importing' && (
          <Button variant="default" onClick={stop}>
            {t('Stop')}
          </Button>
        )}
      </Group>
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        aria-label={isChecking ? t('Checking') : t('Importing')}
      />
      {waitReason !== undefined && (
        <Text size="sm" role="status">
          {t('{reason}. Retrying…', { reason: waitReason })}
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
    <Alert color="yellow" title={t('{rows} rejected only because of optional cells', { rows: rowsOf(size) })}>
      <Stack gap="xs" align="start">
        <Text size="sm">
          {t(
            '{count, plural, one {You can import it without these cells.} other {You can import them without these cells.}} In existing assets, the fields of these cells do not change.',
            { count: size },
          )}
        </Text>
        <Button variant="default" onClick={() => void leaveOutInvalidCells().catch(toastProblem)}>
          {t('Leave out the invalid cells')}
        </Button>
      </Stack>
    </Alert>
  )
}

function Start({ run }: RunProps) {
  const isOpen = [...run.plan.questions.keys()].some((column) => !run.answers.has(column))
  if (isOpen)
    return <Text role="status">{t('Choose how to read the dates and numbers before you import.')}</Text>
  const rows = effectiveRows(run)
  const minted = rows.filter((row) => !hasKey(row)).length
  if (rows.length === 0) {
    return <Text role="status">{nothingText(run)}</Text>
  }
  return (
    <Stack gap="sm">
      {minted > 0 && (
        <Alert color="yellow" title={t('{rows} without a key', { rows: rowsOf(minted) })}>
          {t(
            'Each asset without a key gets the next free key. If you import this file again, these assets are added a second time. To get a file with the keys, export the assets after the import.',
          )}
        </Alert>
      )}
      <Group>
        <Button size="md" onClick={() => void startImport().catch(toastProblem)}>
          {t('Import {rows}', { rows: rowsOf(rows.length) })}
        </Button>
        <Text c="dimmed" size="sm" role="status">
          {t('This is a preview. Nothing is saved yet.')}
        </Text>
      </Group>
    </Stack>
  )
}

/** Says why no row is imported. */
function nothingText(run: ImportRun): string {
  if (countOf(run, 'unchanged') === 0) return t('There is nothing to import: all rows are rejected.')
  return countOf(run, 'refused') > 0
    ? t('There is nothing to import: all other rows already match the assets.')
    : t('There is nothing to import: all rows already match the assets.')
}

const Halted = ({ run: { done, total } }: RunProps) => (
  <Stack gap="sm">
    <Text role="status">
      {t("Stopped after {done} of {rows}. Resuming won't import any row twice.", {
        done: counted(done),
        rows: rowsOf(total),
      })}
    </Text>
    <Resume label={t('Resume')} />
  </Stack>
)

const Finished = ({ run }: RunProps) => (
  <Alert color="teal" title={t('Import finished')} role="status">
    <Stack gap="sm" align="start">
      <Text>
        {t('{created} created, {changed} changed, {unchanged} unchanged, {rejected} rejected.', {
          created: counted(countOf(run, 'created')),
          changed: counted(countOf(run, 'changed')),
          unchanged: counted(countOf(run, 'unchanged')),
          rejected: counted(countOf(run, 'refused')),
        })}
      </Text>
      {run.placed > 0 && (
        <Text>
          {t(
            '{count, plural, one {# asset placed at its location.} other {# assets placed at their locations.}}',
            {
              count: run.placed,
            },
          )}
        </Text>
      )}
      <LinkButton href="/assets">{t('View assets')}</LinkButton>
      {countOf(run, 'created') + countOf(run, 'changed') > 0 && <UndoImport importId={run.importId} />}
    </Stack>
  </Alert>
)

/** Says how many assets are not at the locations of their rows. */
function Unplaced({ run }: RunProps) {
  const count = countUnplaced(run)
  if (count === 0) return null
  const title = t(
    '{count, plural, one {# asset was not placed at its location} other {# assets were not placed at their locations}}',
    { count },
  )
  return (
    <Alert color="yellow" title={title}>
      {t('The rows below have the reasons. Import the file again to place these assets.')}
    </Alert>
  )
}

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
        {t('{count, plural, one {Download the rejected row} other {Download the # rejected rows}}', {
          count: rejected,
        })}
      </Button>
      <Text c="dimmed" size="sm">
        {t('The file includes the reasons. Fix the rows in it, then import it.')}
      </Text>
    </Group>
  )
}
