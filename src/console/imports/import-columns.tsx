import { Card } from '@mantine/core'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { ColumnChoices } from './column-choices'
import { understoodOf } from './columns'
import { isInformative } from './cells/informative'
import { chooseTarget, type ImportRun } from './import-run'
import { NewFields } from './new-field'

interface RunProps {
  readonly run: ImportRun
}

/** Selects the target of each column of the file. */
export const ImportColumns = ({ run }: RunProps) => (
  <Card withBorder padding="sm" component="section" aria-label={t('Columns of the file')}>
    <ColumnChoices
      headings={run.heads}
      mapping={run.plan.mapping}
      targets={run.targets}
      isInformative={isInformative}
      exampleOf={(column) => exampleOf(run, column)}
      onChoose={(column, target) => void chooseTarget(column, target).catch(toastProblem)}
    />
    <NewFields run={run} />
  </Card>
)

/** Number of rows that are searched for an example. */
const searchedMax = 1000

/** Returns how the first cell that is not imported as it is written was understood: "31.12.2027 → 31 December 2027". */
function exampleOf({ records, plan }: ImportRun, column: number): string | undefined {
  for (const { cells } of records.slice(0, searchedMax)) {
    const cell = cells[column] ?? ''
    const understood = understoodOf(cell, column, plan)
    if (understood !== undefined) return `${cell.trim()} → ${understood}`
  }
  return undefined
}
