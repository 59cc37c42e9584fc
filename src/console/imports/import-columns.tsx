import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/toasts'
import { ColumnChoices, columnName } from './column-choices'
import { understoodOf } from './columns'
import { type DayOrder, inWords, readDate } from './dates'
import { isRejectionHead } from './files'
import { chooseOrder, chooseTarget, type ImportRun } from './import-run'

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

const orders: readonly DayOrder[] = ['day-first', 'month-first']

/** Asks for the order of day and month in columns whose dates fit both orders. */
export function DateQuestions({ run: { heads, plan, answers } }: RunProps) {
  return Array.from(plan.questions, ([column, example]) => (
    <Alert
      key={column}
      color={answers.has(column) ? 'gray' : 'yellow'}
      title={t('Which date is {example} in the column {column}?', {
        example,
        column: columnName(heads[column] ?? '', column),
      })}
    >
      <Stack gap="xs">
        <Text size="sm">
          {t('All dates of this column can be read with the day or with the month first.')}
        </Text>
        <Group
          gap="xs"
          role="group"
          aria-label={t('Dates of {column}', { column: columnName(heads[column] ?? '', column) })}
        >
          {orders.map((order) => {
            const read = readDate(example, order)
            return (
              <Button
                key={order}
                variant={answers.get(column) === order ? 'light' : 'default'}
                aria-pressed={answers.get(column) === order}
                onClick={() => void chooseOrder(column, order).catch(toastProblem)}
              >
                {read && inWords(read)}
              </Button>
            )
          })}
        </Group>
      </Stack>
    </Alert>
  ))
}

/** Returns whether a column of an exported file, or of a file of rejected rows, is only for information. */
const isInformative = (head: string): boolean => exportedHeads.has(head) || isRejectionHead(head)
const exportedHeads: ReadonlySet<string> = new Set([
  'location_external_key',
  'location_name',
  'location_path',
  'last_seen',
  'deleted_at',
])
