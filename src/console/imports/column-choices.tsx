import { NativeSelect, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../languages/messages'

interface ColumnChoicesProps<T extends string> {
  /** The first line of the file. */
  readonly headings: readonly string[]
  readonly mapping: readonly (T | null)[]
  readonly targets: readonly { readonly target: T; readonly label: string }[]
  readonly onChoose: (column: number, target: T | null) => void
  /** Whether a column that is not imported may stay so without a hint. */
  readonly isInformative: (heading: string) => boolean
  readonly exampleOf?: (column: number) => ReactNode
}

export const columnName = (heading: string, column: number): string =>
  heading || t('Column {column}', { column: column + 1 })

/** Selects the target of each column. It starts expanded when a column is ignored that may have been meant. */
export function ColumnChoices<T extends string>(props: ColumnChoicesProps<T>) {
  const { headings, mapping, targets, onChoose, isInformative, exampleOf } = props
  const ignored = headings.filter((heading, at) => mapping[at] === null && !isInformative(heading))
  const choices = [
    { value: '', label: t('Not imported') },
    ...targets.map(({ target, label }) => ({ value: target, label })),
  ]
  return (
    <details className="fold" open={ignored.length > 0}>
      <summary>
        {t('Columns: {recognized} of {total} recognized', {
          recognized: headings.length - ignored.length,
          total: headings.length,
        })}
      </summary>
      {ignored.length > 0 && (
        <Text size="sm" mb="sm">
          {t('Not imported: {columns}.', {
            columns: ignored.map((heading) => heading || t('a column without a name')).join(', '),
          })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {headings.map((heading, column) => (
          <NativeSelect
            key={column}
            label={columnName(heading, column)}
            description={exampleOf?.(column)}
            inputWrapperOrder={['label', 'input', 'description']}
            data={choices}
            value={mapping[column] ?? ''}
            onChange={({ currentTarget: { value } }) => onChoose(column, value === '' ? null : (value as T))}
          />
        ))}
      </SimpleGrid>
    </details>
  )
}
