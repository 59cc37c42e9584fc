import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiClient, type Client, signIn } from '../../support/client'
import { isPostgres } from '../../support/postgres'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf } from '../../support/records'

/** What q finds in lists of assets and locations (docs/api.md, Search). */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

let keysMade = 0
/** Keys of digits, so that letters are found only in names. */
const newKey = (): string => String(7_000_000 + ++keysMade)

describe.each(['assets', 'locations'])('q on %s', (resource) => {
  const path = `/api/v1/${resource}`
  const create = async (fields: object) => {
    const response = await api.post(path, { name: 'Row', external_key: newKey(), ...fields })
    if (response.status !== 201) throw new Error(response.text)
    return response.body.data
  }
  const find = async (q: string, more = ''): Promise<string[]> => {
    const response = await api.get(`${path}?limit=200&q=${encodeURIComponent(q)}${more}`)
    if (response.status !== 200) throw new Error(response.text)
    return keysOf(response)
  }

  // Rule: api.md, Search
  test('searches name, external_key, description and tag values', async () => {
    const rows = [
      await create({ name: 'the zebrawood shelf' }),
      await create({ description: 'One line.\nMade of\tzebrawood.' }),
      await create({ tags: [{ tag_type: 'barcode', value: `x/ZEBRAWOOD/${resource}` }] }),
      await create({ external_key: `Zebrawood-${resource}` }),
    ]
    await create({ name: 'oak' })
    const keys = rows.map((row) => row.external_key)
    for (const q of ['zebrawood', 'ZEBRAWOOD', 'eBrAwOo']) expect(await find(q)).toEqual(keys)
    expect(await find('zebra wood')).toEqual([])
  })

  test('finds a row once, however often it matches', async () => {
    const tags = ['a', 'b'].map((end) => ({ tag_type: 'rfid', value: `mahogany-${resource}-${end}` }))
    const row = await create({ name: 'Mahogany', description: 'mahogany, mahogany', tags })
    const response = await api.get(`${path}?q=mahogany`)
    expect(keysOf(response)).toEqual([row.external_key])
    expect(response.body.total_count).toBe(1)
  })

  // Rule: api.md, Search
  test.each([
    ['ÄPFEL', 'äpfel'],
    ['Straße', 'STRAẞE'],
    ['Ελλάς', 'ΕΛΛΆΣ'],
    ['ТОВАР', 'товар'],
    ['ԱՐԱՐԱՏ', 'արարատ'],
    ['𐐔𐐯𐑅', '𐐼𐐇𐐝'],
    ['Kelvin 300 K', '300 k'],
    ['ǅ', 'ǆ'],
  ])('ignores the case of %s', async (name, q) => {
    const row = await create({ name: `<${name}>` })
    expect(await find(q)).toContain(row.external_key)
    const tagged = await create({ tags: [{ tag_type: 'ble', value: `${resource} ${name}` }] })
    expect(await find(q)).toContain(tagged.external_key)
  })

  // Rule: api.md, Search
  test('does not map one character to several, nor several to one', async () => {
    const row = await create({ name: 'Ruẞ Caf\u00e9 \u0130zmir' })
    for (const q of ['RUSS', 'cafe\u0301', 'cafe', 'izmir', '\u0131zmir', 'i\u0307zmir'])
      expect([q, ...(await find(q))]).toEqual([q])
    for (const q of ['ruß', 'CAF\u00c9', '\u0130ZMIR', 'ZMIR'])
      expect([q, ...(await find(q))]).toEqual([q, row.external_key])
  })

  // Rule: api.md, Search
  test('treats every character literally', async () => {
    const rows: Record<string, string> = {}
    for (const name of ['100% wool', '100 wool', 'a_b', 'acb', 'a*b', 'a\\b', "a'b", 'a"b', 'a?b', 'a[b]'])
      rows[name] = (await create({ name: `~${name}~` })).external_key
    for (const [q, ...names] of [
      ['~100%', '100% wool'],
      ['0% w', '100% wool'],
      ['~%', ''],
      ['~a_b', 'a_b'],
      ['~a*b', 'a*b'],
      ['~a\\b', 'a\\b'],
      ["~a'b", "a'b"],
      ['~a"b', 'a"b'],
      ['~a?b', 'a?b'],
      ['~a[b]', 'a[b]'],
      ['~a.b', ''],
      ['~__~', ''],
    ])
      expect([q, ...(await find(q as string))]).toEqual([
        q!,
        ...names.filter(Boolean).map((name) => rows[name]!),
      ])
  })

  test('never matches across two fields or two tags', async () => {
    const tags = ['left', 'right'].map((value) => ({ tag_type: 'rfid', value: `${resource}-${value}` }))
    const key = newKey()
    await create({ external_key: key, name: 'nameend', description: 'descstart', tags })
    const ends = [key, 'nameend', 'descstart', `${resource}-left`]
    const starts = ['nameend', 'descstart', `${resource}-left`, `${resource}-right`]
    // PostgreSQL cannot store the character U+0000 (decision 0031).
    const nul = isPostgres ? [] : ['\u0000']
    for (const glue of ['', ' ', '\u001f', '\u001e', '\n', ...nul])
      for (const end of ends)
        for (const start of starts)
          if (end !== start) expect(await find(end.slice(-3) + glue + start)).toEqual([])
    for (const q of ['\u001f', '\u001e', ...nul]) expect(await find(q)).toEqual([])
  })

  // Rule: api.md, Search
  test('searches the currently attached tags', async () => {
    const row = await create({})
    const value = `cherrywood-${resource}`
    const attach = () => api.post(`${path}/${row.id}/tags`, { tag_type: 'rfid', value })
    expect(await find(value)).toEqual([])
    const tag = await attach()
    expect(await find(value)).toEqual([row.external_key])
    await api.delete(tag.headers.get('location') as string)
    expect(await find(value)).toEqual([])
    await attach()
    expect(await find(value)).toEqual([row.external_key])
    await api.delete(`${path}/${row.id}`)
    expect(await find(value, '&include_deleted=true')).toEqual([])
  })

  test('follows a PATCH and a rename', async () => {
    const row = await create({ name: 'Walnut', description: 'walnut' })
    await api.patch(`${path}/${row.id}`, { name: 'Beech' })
    expect(await find('walnut')).toEqual([row.external_key])
    await api.patch(`${path}/${row.id}`, { description: null })
    expect(await find('walnut')).toEqual([])
    await api.post(`${path}/${row.id}/rename`, { external_key: `Walnut-${resource}` })
    expect(await find('WALNUT')).toEqual([`Walnut-${resource}`])
    expect(await find(row.external_key)).toEqual([])
  })

  // Rule: api.md, Search
  test('has no effect when it is empty, and only the first value is used', async () => {
    await create({ name: 'Ebony' })
    const all = (await api.get(path)).body.total_count
    for (const query of ['q=', 'q', 'q=&q=ebony'])
      expect([query, (await api.get(`${path}?${query}`)).body.total_count]).toEqual([query, all])
    expect((await api.get(`${path}?q=ebony&q=nothing`)).body.total_count).toBe(1)
  })

  test('combines with the other filters', async () => {
    const on = await create({ name: 'Teak on' })
    const off = await create({ name: 'Teak off', is_active: false })
    const gone = await create({ name: 'Teak gone' })
    await api.delete(`${path}/${gone.id}`)
    expect(await find('teak')).toEqual([on.external_key, off.external_key])
    expect(await find('teak', '&is_active=false')).toEqual([off.external_key])
    expect(await find('teak', '&include_deleted=true')).toEqual(
      [on, off, gone].map((row) => row.external_key),
    )
    expect(await find('teak', `&external_key=${off.external_key}&sort=-name`)).toEqual([off.external_key])
  })

  test('decodes the encoding of forms: a plus is a space', async () => {
    const row = await create({ name: 'Yew + ash' })
    for (const query of ['q=yew+%2B+ash', 'q=yew%20%2b%20ash', '%71=yew%20%2B'])
      expect(keysOf(await api.get(`${path}?${query}`))).toEqual([row.external_key])
    expect(keysOf(await api.get(`${path}?q=yew++ash`))).toEqual([])
    for (const query of ['q=%', 'q=%zz', 'q=%ff', 'q=%c3%28', 'q=%ed%a0%80'])
      expect([query, ...faultsOf(await api.get(`${path}?${query}`))]).toEqual([query, 400, 'bad_request'])
  })

  test('finds the same as a case-insensitive regular expression', async () => {
    const alphabet = fc.constantFrom(...Array.from('aAbBäÄßẞsSſkKKσΣς%_\\ '))
    const text = fc.string({ unit: alphabet, maxLength: 5 })
    const names = fc.sample(text, { numRuns: 40, seed: 1 }).map((one) => `⟦${one}⟧`)
    const rows = await Promise.all(names.map((name) => create({ name })))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: alphabet, minLength: 1, maxLength: 3 }), async (part) => {
        // The bracket keeps the rows of other tests away.
        const q = `⟦${part}`
        const pattern = new RegExp(RegExp.escape(q), 'iu')
        const expected = rows.filter((row) => pattern.test(row.name)).map((row) => row.external_key)
        expect(await find(q)).toEqual(expected.toSorted((a, b) => a - b))
      }),
      { numRuns: 100 },
    )
  })
})

test('a search has the same pages with few rows and with more than a thousand', async () => {
  const made = 1_003
  const names = Array.from({ length: made }, (_, index) => `Bubinga ${String(index).padStart(4, '0')}`)
  for (let start = 0; start < made; start += 100)
    await Promise.all(names.slice(start, start + 100).map((name) => api.post('/api/v1/assets', { name })))
  const page = async (q: string, more: string) => {
    const { body } = await api.get(`/api/v1/assets?q=${encodeURIComponent(q)}&${more}`)
    return [body.total_count, ...body.data.map((row: { name: string }) => row.name)]
  }
  for (const [q, found] of [
    ['bubinga', names],
    ['bubinga 0', names.slice(0, 1000)],
    ['bubinga 099', names.slice(990, 1000)],
  ] as const) {
    const total = found.length
    expect(await page(q, 'sort=name&limit=3')).toEqual([total, ...found.slice(0, 3)])
    expect(await page(q, 'sort=-name&limit=3&offset=5')).toEqual([total, ...found.toReversed().slice(5, 8)])
    expect(await page(q, `sort=name&limit=3&offset=${total - 1}`)).toEqual([total, ...found.slice(-1)])
    expect(await page(q, `sort=name&offset=${total}`)).toEqual([total])
  }
})
