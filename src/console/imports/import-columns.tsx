import { Card, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { toastProblem } from '../ui/toasts'
import { type Target, targets } from './columns'
import { isRejectionHead } from './files'
import { chooseTarget, type ImportRun } from './import-run'

const choices = [
  { value: '', label: 'Not imported' },
  ...targets.map(({ target, label }) => ({ value: target, label })),
]

/** Selects the target of each column. It starts expanded when a column is ignored that may have been meant. */
export function ImportColumns({ run: { heads, plan } }: { readonly run: ImportRun }) {
  const ignored = heads.filter((head, at) => plan.mapping[at] === null && !isInformative(head))
  return (
    <Card withBorder padding="sm" component="section" aria-label="Columns of the file">
      <details className="fold" open={ignored.length > 0}>
        <summary>
          Columns: {heads.length - ignored.length} of {heads.length} recognized
        </summary>
        {ignored.length > 0 && (
          <Text size="sm" mb="sm">
            Not imported: {ignored.map((head) => head || 'a column without a name').join(', ')}.
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {heads.map((head, column) => (
            <NativeSelect
              key={column}
              label={head || `Column ${column + 1}`}
              data={choices}
              value={plan.mapping[column] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                void chooseTarget(column, value === '' ? null : (value as Target)).catch(toastProblem)
              }
            />
          ))}
        </SimpleGrid>
      </details>
    </Card>
  )
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
