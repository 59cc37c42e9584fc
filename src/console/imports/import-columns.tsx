import { Card, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { toastProblem } from '../ui/toasts'
import { type Target, targets } from './columns'
import { refusalHeads } from './files'
import { chooseTarget, type ImportRun } from './import-run'

const choices = [
  { value: '', label: 'Not imported' },
  ...targets.map(({ target, label }) => ({ value: target, label })),
]

/** What each column of the file is. Open from the first where something is passed over that may be meant. */
export function ImportColumns({ run: { heads, plan } }: { readonly run: ImportRun }) {
  const passedOver = heads.filter((head, at) => plan.mapping[at] === null && !isOurs(head))
  return (
    <Card withBorder padding="sm" component="section" aria-label="Columns of the file">
      <details className="fold" open={passedOver.length > 0}>
        <summary>
          Columns: {heads.length - passedOver.length} of {heads.length} recognised
        </summary>
        {passedOver.length > 0 && (
          <Text size="sm" mb="sm">
            Not imported: {passedOver.map((head) => head || 'a column without a name').join(', ')}.
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

/** Columns of our own files that tell something, and are not to be imported. */
const informative = new Set<string>([
  'location_external_key',
  'location_name',
  'last_seen',
  'deleted_at',
  ...refusalHeads,
])
const isOurs = (head: string): boolean => informative.has(head)
