import { describe, expect, test } from 'bun:test'
import { fieldsOf, readingOf, understoodOf } from '../../src/console/imports/columns'

/** What the import understands of the cells of a column of numbers. */

function imported(column: readonly string[], metadata?: readonly string[]) {
  const rows = column.map((cell, at) => ({ cells: [cell, metadata?.[at] ?? ''] }))
  const reading = readingOf(rows, ['number:weight', metadata ? 'metadata' : null], new Map())
  return rows.map(({ cells }) => {
    const { body, problems } = fieldsOf(cells, reading)
    const changes = body['metadata_changes'] as { readonly set: Readonly<Record<string, unknown>> }
    return {
      value: changes.set['weight'],
      problems: problems.map(({ message }) => message),
      understood: understoodOf(cells[0] ?? '', 0, reading),
    }
  })
}

const valuesOf = (column: readonly string[]) => imported(column).map(({ value }) => value)

describe('a column of numbers', () => {
  test.each([
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['1.250,5', 1250.5],
    ['1,250.5', 1250.5],
    ['1.250.000', 1_250_000],
    ["1'250", 1250],
    ['1 250', 1250],
    ['1250', 1250],
    ['-2.5', -2.5],
    ['1.2340', 1.234],
    ['1.25', 1.25],
  ])('with the cell %s has the number %d', (text, number) => {
    expect(valuesOf([text])).toEqual([number])
  })

  test('reads thousands as its other cells show', () => {
    expect(valuesOf(['1.250', '2,5'])).toEqual([1250, 2.5])
    expect(valuesOf(['1.250', '2.5'])).toEqual([1.25, 2.5])
    expect(valuesOf(['1,250', '2.5'])).toEqual([1250, 2.5])
  })

  test.each([
    ['1.250', '1.25 or 1250'],
    ['1,250', '1.25 or 1250'],
    ['1.234', '1.2340 or 1234'],
    ['1.000', '1.00 or 1000'],
  ])('that does not show what %s means is not imported: it can mean %s', (text, meanings) => {
    const problem = `${text} can mean ${meanings}. Write one of them`
    const open = { value: undefined, problems: [problem], understood: undefined }
    expect(imported([text, '7'])).toEqual([open, { value: 7, problems: [], understood: undefined }])
    // Each of the meanings is a way to write the number.
    const [one = '', other = ''] = meanings.split(' or ')
    expect(valuesOf([one])).toEqual([Number(one)])
    expect(valuesOf([other])).toEqual([Number(other)])
  })

  test('that was exported with its metadata is imported unchanged', () => {
    expect(imported(['1.125', '2.375'], ['{"weight":1.125}', '{"weight":2.375}'])).toEqual(
      Array.from({ length: 2 }, () => ({ value: undefined, problems: [], understood: undefined })),
    )
  })
})
