import { expect, test } from 'bun:test'
import { confirm, enterConsole, flaws, phone, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset } from '../support/records'
import { until } from '../support/until'

/** Fields that an organization defines for its assets, in the browser. */

const narrow = { width: 320, height: 700 }
const path = '/internal/v1/asset-fields'

describeConsole('asset fields', (shared) => {
  async function clear(): Promise<void> {
    for (const { id } of (await shared.session.get(path)).body.data)
      await shared.session.delete(`${path}/${id}`)
  }
  async function define(...fields: Record<string, unknown>[]): Promise<void> {
    await clear()
    for (const field of fields) expect((await shared.session.post(path, field)).status).toBe(201)
  }
  const metadataOf = async (id: number): Promise<Record<string, unknown>> =>
    (await shared.session.get(`/api/v1/assets/${id}`)).body.data.metadata

  test('are defined, ordered, changed and deleted by an admin', async () => {
    await clear()
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('link', { name: 'Asset fields' }).click()
    await titled(page, 'Asset fields')
    // The button is in another place when the list is empty.
    await page.getByText('No fields yet').waitFor()
    await page.getByRole('button', { name: 'New field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Serial no.')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await page.getByRole('cell', { name: 'serial_no' }).waitFor()
    await page.getByRole('button', { name: 'New field' }).click()
    await dialog.getByLabel('Name').fill('State')
    await dialog.getByLabel('Type').selectOption('choice')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.getByText('Must have at least one value').waitFor()
    await dialog.getByLabel('Options').fill('Good\nWorn\n')
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await page.getByRole('cell', { name: 'Choice: Good, Worn' }).waitFor()
    await page.getByRole('button', { name: 'Move State up' }).click()
    await page.getByRole('row').nth(1).getByText('State', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit State' }).click()
    await dialog.getByLabel('Name').fill('Condition')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Condition', exact: true }).waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete field “Condition”' }).click()
    await confirm(page, 'Delete field “Condition”', 'Delete field')
    await page.getByRole('cell', { name: 'Condition', exact: true }).waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('move at once, with the pointer on the row', async () => {
    await define(...['One', 'Two', 'Three'].map((name) => ({ key: name.toLowerCase(), name, type: 'text' })))
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/asset-fields', 'Asset fields')
    const ordered = (...names: string[]) =>
      until(
        async () => (await page.locator('tbody tr td:first-child').allTextContents()).join() === names.join(),
        `the order is ${names.join()}`,
      )
    await ordered('One', 'Two', 'Three')
    const up = page.getByRole('button', { name: 'Move Three up' })
    await up.hover()
    await up.click()
    await ordered('One', 'Three', 'Two')
    await page.keyboard.press('Enter')
    await ordered('Three', 'One', 'Two')
    await context.close()
  })

  test('are imported: dates after a question about their order, and numbers with a decimal comma', async () => {
    await define(
      { key: 'checked', name: 'Last check', type: 'date' },
      { key: 'weight', name: 'Weight in kg', type: 'number' },
    )
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page.locator('input[type=file]').setInputFiles({
      name: 'checks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Key;Name;Last check;Weight in kg\nIM-1;Pump;03/04/2027;12,5\nIM-2;Hoist;soon;heavy\n',
      ),
    })
    await page.getByRole('button', { name: '3 April 2027' }).click()
    await page.getByText('soon is not a date').waitFor()
    await page.getByText('heavy is not a number').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Leave out the invalid cells' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const imported = async (key: string) =>
      (await shared.session.get(`/api/v1/assets?external_key=${key}`)).body.data[0].metadata
    expect([await imported('IM-1'), await imported('IM-2')]).toEqual([
      { checked: '2027-04-03', weight: 12.5 },
      {},
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are imported with numbers such as 1.250 after a question about the decimal mark of their column', async () => {
    await define({ key: 'weight', name: 'Weight in kg', type: 'number' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page.locator('input[type=file]').setInputFiles({
      name: 'weights.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Key;Name;Weight in kg\nDM-1;Pump;1.250\nDM-2;Hoist;2.500\n'),
    })
    await page.getByText('Which number is 1.250 in the column Weight in kg?').waitFor()
    await page.getByText('Choose how to read the dates and numbers before you import.').waitFor()
    const choices = page.getByRole('group', { name: 'Numbers of Weight in kg' })
    await eventually(() => choices.getByRole('button').allTextContents()).toEqual(['1.25', '1250'])
    expect(await flaws(page)).toEqual([])
    await choices.getByRole('button', { name: '1250' }).click()
    await choices.getByRole('button', { name: '1250', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 created, 0 changed, 0 unchanged, 0 rejected.').waitFor()
    const { data } = (await shared.session.get('/api/v1/assets?external_key=DM-1&external_key=DM-2')).body
    const weights = data.map(({ metadata }: { metadata: unknown }) => metadata)
    expect(weights).toEqual([{ weight: 1250 }, { weight: 2500 }])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each(viewportsOfFlows)('are in the forms and on the page of an asset, on %s', async (_, viewport) => {
    await define(
      { key: 'serial', name: 'Serial number', type: 'text', is_required: true },
      { key: 'weight', name: 'Weight in kg', type: 'number' },
      { key: 'checked', name: 'Last check', type: 'date' },
      { key: 'state', name: 'Condition', type: 'choice', options: ['Good', 'Worn'] },
    )
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Drill')
    await page.getByLabel('Weight in kg').fill('heavy')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('This field is required').waitFor()
    await page.getByText('Enter a number, such as 12.5').waitFor()
    await page.getByLabel('Serial number').fill('A-17')
    await page.getByLabel('Weight in kg').fill('2.5')
    await page.getByLabel('Last check').fill('2026-03-04')
    await page.getByLabel('Condition').selectOption('Worn')
    await page.getByText('Extra data (JSON)').first().click()
    await page.getByLabel('Metadata').fill('{"owner": "Ada"}')
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await titled(page, 'Drill')
    const id = Number(page.url().split('/').at(-1))
    const metadata = { serial: 'A-17', weight: 2.5, checked: '2026-03-04', state: 'Worn', owner: 'Ada' }
    expect(await metadataOf(id)).toEqual(metadata)
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('Serial number').waitFor()
    await details.getByText('Mar 4, 2026').waitFor()

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await titled(page, 'Edit Drill')
    await eventually(async () => JSON.parse(await page.getByLabel('Metadata').inputValue())).toEqual({
      owner: 'Ada',
    })
    await page.getByLabel('Condition').selectOption('')
    await page.getByLabel('Weight in kg').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Drill')
    expect(await metadataOf(id)).toEqual({ ...metadata, weight: 3, state: undefined } as never)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('keep what the form does not show, and changes of others', async () => {
    await define({ key: 'color', name: 'Color', type: 'choice', options: ['red', 'blue'] })
    const body = '{"name": "Box", "metadata": {"color": "green", "big": 12345678901234567890}}'
    const headers = { 'content-type': 'application/json' }
    const { id } = (await shared.session.request('POST', '/api/v1/assets', { body, headers })).body.data
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${id}/edit`, 'Edit Box')
    // A value that is not an option can stay.
    await eventually(() => page.getByLabel('Color').inputValue()).toBe('green')
    await page.getByLabel('Name').fill('Crate')
    const metadata_changes = { set: { color: 'blue' } }
    await shared.session.patch(`/internal/v1/assets/${id}`, { metadata_changes })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText("Color: “blue”. We've filled in their value.").waitFor()
    await page.getByLabel('Color').selectOption('red')
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Crate')
    const { text } = await shared.session.get(`/api/v1/assets/${id}`)
    expect(text).toContain('"metadata":{"color":"red","big":12345678901234567890}')
    await context.close()
  })

  test('are columns of the list when the user shows them', async () => {
    await define({ key: 'shade', name: 'Shade', type: 'text' })
    await newAsset(shared.session, { name: 'Lamp', metadata: { shade: 'linen' } })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('link', { name: 'Lamp' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Shade' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Shade' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'linen' }).waitFor()
    await page.reload()
    await page.getByRole('cell', { name: 'linen' }).waitFor()
    await context.close()
  })

  // Rule: internal-api.md, Asset list
  test.each(viewportsOfFlows)('are filters of the list, on %s', async (_, viewport) => {
    await define(
      { key: 'fabric', name: 'Fabric', type: 'text' },
      { key: 'watts', name: 'Watts', type: 'number' },
      { key: 'room', name: 'Room', type: 'choice', options: ['Hall', 'Yard'] },
      { key: 'due', name: 'Due', type: 'date' },
    )
    const sofa = await newAsset(shared.session, {
      name: 'Sofa',
      metadata: { fabric: 'Linen', watts: 5.12345, room: 'Hall', due: '2027-04-01' },
    })
    const chair = await newAsset(shared.session, {
      name: 'Chair',
      metadata: { fabric: 'linen', watts: 50, room: 'Yard', due: '2027-05-01' },
    })
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    const add = () => page.getByRole('button', { name: 'Add condition' }).click()
    const apply = () => page.getByRole('button', { name: 'Apply' }).click()
    await add()
    await page.getByLabel('Field', { exact: true }).selectOption('Fabric')
    await page.getByLabel('Value', { exact: true }).fill('LIN')
    await apply()
    await add()
    await page.getByLabel('Field', { exact: true }).selectOption('Watts')
    await page.getByLabel('Comparison', { exact: true }).selectOption('is between')
    await page.getByLabel('From', { exact: true }).fill('60')
    await page.getByLabel('To', { exact: true }).fill('10')
    await apply()
    await page.getByText('The range ends before it begins').waitFor()
    await page.getByLabel('From', { exact: true }).fill('5.12345')
    expect(await flaws(page)).toEqual([])
    await apply()
    await page.getByRole('link', { name: 'Chair' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Sofa' }).waitFor()
    await add()
    await page.getByLabel('Field', { exact: true }).selectOption('Due')
    await page.getByLabel('Comparison', { exact: true }).selectOption('is after')
    await page.getByLabel('Value', { exact: true }).fill('2027-03-01')
    await apply()
    await page.reload()
    await page.getByRole('button', { name: 'Watts is between 5.12345 – 10', exact: true }).click()
    await eventually(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('10')
    await page.keyboard.press('Escape')
    await add()
    await page.getByLabel('Field', { exact: true }).selectOption('Room')
    await page.getByLabel('Value', { exact: true }).selectOption('Yard')
    await apply()
    await page.getByRole('link', { name: 'Sofa' }).waitFor({ state: 'detached' })
    for (const text of ['Watts is between 5.12345 – 10', 'Due is after Mar 1, 2027', 'Room is Yard'])
      await page.getByRole('button', { name: `Remove the condition “${text}”` }).click()
    await page.getByRole('link', { name: 'Chair' }).waitFor()
    for (const { id } of [sofa, chair]) await shared.session.delete(`/api/v1/assets/${id}`)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each([
    ['320 pixels', narrow],
    ['a phone', phone],
  ])('have a page without flaws on %s', async (_, viewport) => {
    await define({ key: 'state', name: 'Condition', type: 'choice', options: ['Good', 'Worn', 'Broken'] })
    const { page, context } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/asset-fields', 'Asset fields')
    await page.getByText('Choice: Good, Worn, Broken').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit Condition' }).click()
    await page.getByRole('dialog').getByLabel('Options').waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })
})
