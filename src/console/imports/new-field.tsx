import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { api, dataOf, queryClient } from '../api/client'
import { useSignedIn } from '../api/session'
import { importColumnsOf } from '../fields/import-columns'
import { fieldsQuery } from '../fields/use-fields'
import { t } from '../languages/messages'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { targetsWith } from './cells/column-names'
import { readDate } from './cells/dates'
import { isInformative } from './cells/informative'
import { chooseTarget, type ImportRun, setTargets } from './import-run'
import { readNumber } from './cells/numbers'

/** Offers to define a field of assets for each column that is not imported. Admins define fields. */
export function NewFields({ run }: { readonly run: ImportRun }) {
  const { may } = useSignedIn()
  const columns = run.heads.flatMap((head, column) =>
    run.plan.mapping[column] === null && head.trim() !== '' && !isInformative(head) ? [{ head, column }] : [],
  )
  if (!may('admin') || columns.length === 0) return null
  return (
    <Group gap="xs" mt="sm">
      <Text size="sm">{t('Create a field from a column:')}</Text>
      {columns.map(({ head, column }) => (
        <Button
          key={column}
          size="xs"
          variant="default"
          mih={32}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => void createField(run, column).catch(toastProblem)}
        >
          {head}
        </Button>
      ))}
    </Group>
  )
}

async function createField({ heads, records }: ImportRun, column: number): Promise<void> {
  const name = (heads[column] ?? '').trim().slice(0, 100)
  const key = name.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '_')
  const type = typeOf(records.map(({ cells }) => (cells[column] ?? '').trim()))
  await dataOf(api.POST('/internal/v1/asset-fields', { body: { key, name, type } }))
  await queryClient.invalidateQueries({ queryKey: fieldsQuery.queryKey })
  setTargets(targetsWith(importColumnsOf(await queryClient.fetchQuery({ ...fieldsQuery, staleTime: 0 }))))
  await chooseTarget(column, `${type}:${key}`)
  toastDone(t('Field “{name}” created', { name }))
}

/** Returns the type that all cells of a column fit. */
function typeOf(cells: readonly string[]): 'date' | 'number' | 'text' {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 'text'
  // A number with leading zeros is a code.
  if (filled.every((cell) => readNumber(cell, '.') !== undefined || readNumber(cell, ',') !== undefined))
    return filled.some((cell) => /^0\d/.test(cell)) ? 'text' : 'number'
  return filled.every((cell) => readDate(cell, 'day-first') !== undefined) ? 'date' : 'text'
}
