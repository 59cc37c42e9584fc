import { describe, expect, test } from 'bun:test'
import { guessMapping, type Mapping, readingOf } from '../../../src/console/imports/columns'
import { fieldsOf } from '../../../src/console/imports/row-fields'
import { planOf } from '../../../src/console/imports/plan'

/** Columns of an imported file that contain the fields of assets. */

describe('the columns of asset fields', () => {
  const fields = [
    { target: 'text:color', label: 'Color', heads: ['metadata.color', 'Color', 'color'] },
    { target: 'number:weight', label: 'Weight in kg', heads: ['metadata.weight', 'Weight in kg', 'weight'] },
  ] as const

  test('are recognized by the name of an export, of the field and of its key', () => {
    expect(guessMapping(['metadata.color', 'weight'], fields)).toEqual(['text:color', 'number:weight'])
    expect(guessMapping(['COLOR', 'Weight in KG', 'name'], fields)).toEqual([
      'text:color',
      'number:weight',
      'name',
    ])
  })

  const mapping: Mapping = ['text:color', 'number:weight', 'metadata']
  const read = (cells: readonly string[], mapped: Mapping, others: readonly (readonly string[])[] = []) =>
    fieldsOf(cells, readingOf([{ cells }, ...others.map((cells) => ({ cells }))], mapped, new Map()))
  test.each([
    [['red', '1.5'], { set: { color: 'red', weight: 1.5 }, remove: [] }],
    [['', '-'], { set: {}, remove: ['color', 'weight'] }],
    [['007', '12345678901234567890'], { set: { color: '007', weight: '12345678901234567890' }, remove: [] }],
  ])('%j change single keys of metadata', (cells, changes) => {
    const { body, problems } = read(cells, mapping.slice(0, 2))
    expect([body, problems]).toEqual([{ metadata_changes: changes }, []])
  })

  test.each([
    ['12.5', [], 12.5],
    ['12,5', [], 12.5],
    ['-0,500', [], -0.5],
    ['1.234,5', [], 1234.5],
    ['1,234.5', [], 1234.5],
    ['1 234,5', [], 1234.5],
    ["1'234.5", [], 1234.5],
    ['1.234.567', [], 1_234_567],
    ['1.234', [], 1.234],
    ['1.234', ['2,5'], 1234],
    ['1,234', ['2,5'], 1.234],
    ['1,234', ['2.5'], 1234],
    ['12,5', ['2.5'], 12.5],
    ['1e-7', [], '1e-7'],
    ['1.2.3', [], '1.2.3 is not a number. Write it like 1234.5'],
    ['heavy', [], 'heavy is not a number. Write it like 1234.5'],
    ['1,234', [], 1234],
    ['1,234', ['2.5', '2,5'], 1234],
  ])('read the number %s in a column with %j as %p', (cell, others, expected) => {
    const { body, problems } = read(
      [cell],
      ['number:weight'],
      others.map((other) => [other]),
    )
    const { set } = body['metadata_changes'] as { set: { weight?: unknown } }
    expect(problems[0]?.message ?? set.weight).toBe(expected)
  })

  test.each([
    ['31.12.2027', [], '2027-12-31'],
    ['2027-12-31', [], '2027-12-31'],
    ['31 Dec 2027 14:30', [], '2027-12-31'],
    ['2027-12-31T23:30:00Z', [], '2027-12-31'],
    ['03/04/2027', ['12/31/2027'], '2027-03-04'],
    ['never', [], undefined],
    ['soon', [], 'soon is not a date. Write it like 2027-12-31'],
    ['31.02.2027', [], '31.02.2027 is not a date. Write it like 2027-12-31'],
  ])('read the date %s in a column with %j as %p', (cell, others, expected) => {
    const { body, problems } = read(
      [cell],
      ['date:checked'],
      others.map((other) => [other]),
    )
    const { set } = body['metadata_changes'] as { set: { checked?: unknown } }
    expect(problems[0]?.message ?? set.checked).toBe(expected)
  })

  test('ask for the order of day and month of dates that fit both', () => {
    const { questions } = readingOf([{ cells: ['03/04/2027'] }], ['date:checked'], new Map())
    expect([...questions]).toEqual([[0, '03/04/2027']])
  })

  test('with cells that can not be read are problems of these cells, unless the cells are left out', () => {
    const records = [{ line: 2, cells: ['Drill', 'heavy', 'soon'] }]
    const mapped: Mapping = ['name', 'number:weight', 'date:checked']
    const reading = readingOf(records, mapped, new Map())
    const { rows, sent } = planOf(records, reading, new Map())
    expect([rows[0]?.problems.map(({ column }) => column), sent]).toEqual([[1, 2], []])
    const without = planOf(records, reading, new Map([[2, new Set([1, 2])]]))
    expect(without.sent.map(({ body }) => body)).toEqual([{ name: 'Drill' }])
  })

  test('change nothing that the metadata of the same row has already', () => {
    const { body } = read(['5', '2', '{"color":5,"weight":1}'], mapping)
    expect(body['metadata_changes']).toEqual({ set: { weight: 2 }, remove: [] })
    const unreadable = read(['red', 'heavy', '{"weight":"heavy"}'], mapping)
    expect([unreadable.body['metadata_changes'], unreadable.problems]).toEqual([
      { set: { color: 'red' }, remove: [] },
      [],
    ])
    for (const [color, metadata] of [
      [' red ', '{"color":" red "}'],
      ['{"a":[1]}', '{"color":{"a":[1]}}'],
      ['12345678901234567890', '{"color":12345678901234567890}'],
    ] as const)
      expect(read([color, '', metadata], mapping).body['metadata_changes']).toEqual({
        set: {},
        remove: ['weight'],
      })
  })
})
