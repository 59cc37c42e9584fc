import { expect, test } from 'bun:test'
import { withLazy } from '../../src/storage/core/lazy'

interface Areas {
  readonly tags: object
  readonly assets: object | null
}

test('a property is made when it is first read, once, and replaces the one of the base, which is not made', () => {
  const made: string[] = []
  const maker = (name: string, value: object | null) => () => {
    made.push(name)
    return value
  }
  const base = withLazy<Areas>({}, { tags: maker('tags', { is: 'base' }), assets: maker('assets', null) })
  const areas = withLazy<Areas>(base, { tags: maker('other tags', { is: 'other' }) })
  expect(made).toEqual([])
  expect([areas.tags, areas.tags]).toEqual([{ is: 'other' }, { is: 'other' }])
  expect([areas.assets, areas.assets, base.assets]).toEqual([null, null, null])
  expect(made).toEqual(['other tags', 'assets'])
  expect({ ...areas }).toEqual({ tags: { is: 'other' }, assets: null })
})
