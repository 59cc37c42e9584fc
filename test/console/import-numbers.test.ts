import { describe, expect, test } from 'bun:test'
import { type Answer, readingOf } from '../../src/console/imports/columns'
import { fieldsOf } from '../../src/console/imports/row-fields'

/** What the import understands of the cells of a column of numbers. */

function imported(column: readonly string[], answer?: Answer, metadata?: readonly string[]) {
  const rows = column.map((cell, at) => ({ cells: [cell, metadata?.[at] ?? ''] }))
  const answers = new Map(answer === undefined ? [] : [[0, answer]])
  const reading = readingOf(rows, ['number:weight', metadata ? 'metadata' : null], answers)
  const values = rows.map(({ cells }) => {
    const { body, problems } = fieldsOf(cells, reading)
    expect(problems).toEqual([])
    return (body['metadata_changes'] as { readonly set: Readonly<Record<string, unknown>> }).set['weight']
  })
  return { values, question: reading.questions.get(0) }
}

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
  ])('with the cell %s has the number %d, without a question', (text, number) => {
    expect(imported([text])).toEqual({ values: [number], question: undefined })
  })

  test.each([
    [
      ['1.250', '2,5'],
      [1250, 2.5],
    ],
    [
      ['1.250', '2.5'],
      [1.25, 2.5],
    ],
    [
      ['1,250', '2.5'],
      [1250, 2.5],
    ],
  ])('of %j reads thousands as its other cells show', (column, values) => {
    expect(imported(column)).toEqual({ values, question: undefined })
  })

  test.each([
    [['7', '1.250', '2.500'], '1.250', [7, 1.25, 2.5], [7, 1250, 2500]],
    [['1,250'], '1,250', [1250], [1.25]],
    [['-1.000'], '-1.000', [-1], [-1000]],
    // The cells that show a mark keep it.
    [['2.5', '2,5', '1.250'], '1.250', [2.5, 2.5, 1.25], [2.5, 2.5, 1250]],
  ])('of %j is asked about with %s', (column, question, withPoint, withComma) => {
    expect(imported(column, '.')).toEqual({ values: withPoint, question })
    expect(imported(column, ',')).toEqual({ values: withComma, question })
  })

  test('that was exported with its metadata is not asked about, unless a cell was changed', () => {
    const metadata = ['{"weight":1.125}', '{"weight":2.375}']
    expect(imported(['1.125', '2.375'], undefined, metadata)).toEqual({
      values: [undefined, undefined],
      question: undefined,
    })
    expect(imported(['1.125', '2.500'], ',', metadata)).toEqual({
      values: [undefined, 2500],
      question: '2.500',
    })
  })
})
