import { expect, test } from 'bun:test'
import { confirm, enterConsole, flaws, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { png } from '../support/images'
import { newAsset } from '../support/records'
import { until } from '../support/until'

/** Photos of assets and the restoration of deleted assets, in the browser. */

const narrow = { width: 320, height: 700 }

interface Photo {
  readonly id: number
  readonly width: number
  readonly height: number
  readonly description: string | null
  readonly has_thumbnail: boolean
  readonly media_type: string
}

describeConsole('the console', (shared) => {
  const photosOf = async (id: number): Promise<Photo[]> =>
    (await shared.session.get(`/internal/v1/assets/${id}/photos`)).body.data

  async function addPhotos(id: number, count: number): Promise<void> {
    for (let number = 1; number <= count; number++)
      await shared.session.request('POST', `/internal/v1/assets/${id}/photos`, {
        body: png(60 + number, 40),
        headers: { 'content-type': 'image/png' },
      })
  }

  test.each([...viewportsOfFlows, ['320 pixels', narrow] as const])(
    'scales photos down, shows them, describes, orders and deletes them, on %s',
    async (_, viewport) => {
      const { id } = await newAsset(shared.session, { name: 'Press' })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${id}`, 'Press')
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add photos' }).click()
      await (
        await chooser
      ).setFiles([
        { name: 'large.png', mimeType: 'image/png', buffer: png(3000, 1500) },
        { name: 'small.png', mimeType: 'image/png', buffer: png(40, 30) },
      ])
      await page.getByText('2 photos added').waitFor()
      const photos = await photosOf(id)
      expect(photos).toMatchObject([
        { width: 2048, height: 1024, has_thumbnail: true, media_type: 'image/webp' },
        { width: 40, height: 30, has_thumbnail: true, media_type: 'image/png' },
      ])
      await page.getByRole('img', { name: 'Photo 2 of Press' }).waitFor()
      // The first photo is also beside the location of the asset.
      await page.locator('.hero-photo img').waitFor()
      expect(await flaws(page)).toEqual([])

      await page.getByRole('button', { name: 'Photo 1 of Press' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('img', { name: 'Photo 1 of Press' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await dialog.getByRole('img', { name: 'Photo 2 of Press' }).waitFor()
      await dialog.getByLabel('Description').fill('The name plate')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByRole('img', { name: 'The name plate' }).waitFor()
      expect(await flaws(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Make first photo' }).click()
      await dialog.getByText('Photo 1 of 2', { exact: true }).waitFor()
      expect((await photosOf(id)).map(({ description }) => description)).toEqual(['The name plate', null])
      await dialog.getByRole('button', { name: 'Delete photo 1' }).click()
      await confirm(page, 'Delete photo 1 of Press', 'Delete photo')
      await page.getByRole('button', { name: 'The name plate' }).waitFor({ state: 'detached' })
      expect(await photosOf(id)).toHaveLength(1)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('asks before a description that is not saved is discarded by another photo or by closing the dialog', async () => {
    const { id } = await newAsset(shared.session, { name: 'Drill press' })
    await addPhotos(id, 2)
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${id}`, 'Drill press')
    // Text in another form of the page is not discarded, so nothing is asked about it.
    await page.getByLabel('New tag').fill('half a tag')
    await page.getByRole('button', { name: 'Photo 1 of Drill press' }).click()
    const dialog = page.getByRole('dialog', { name: /^Photo \d of 2$/ })
    const description = dialog.getByLabel('Description')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    const at = (position: number) => dialog.getByText(`Photo ${position} of 2`, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await at(2)
    await dialog.getByRole('button', { name: 'Previous' }).click()
    await at(1)

    await description.fill('The name plate')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    await at(1)
    // A second time, because the question is then part of the page before the dialog.
    for (const _ of [1, 2]) {
      await dialog.getByRole('button', { name: 'Close' }).click()
      await question.waitFor()
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await eventually(() => description.inputValue()).toBe('The name plate')
      await dialog.getByRole('button', { name: 'Next' }).focus()
      await page.keyboard.press('ArrowRight')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await at(2)
      await eventually(() => description.inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Photo 1 of Drill press' }).click()
      await description.fill('The name plate')
    }

    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('img', { name: 'The name plate' }).waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await at(2)
    expect((await photosOf(id)).map((photo) => photo.description)).toEqual(['The name plate', null])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('shows the first photo of each asset in the list, when the user shows the column', async () => {
    const { id } = await newAsset(shared.session, { name: 'Saw' })
    await addPhotos(id, 1)
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Photo' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('img', { name: 'Photo 1 of Saw' }).waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('says why a file is not a photo, and how many photos an asset can have', async () => {
    const { id } = await newAsset(shared.session, { name: 'Lathe' })
    await addPhotos(id, 9)
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${id}`, 'Lathe')
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add photos' }).click()
      await (await chooser).setFiles([{ name, mimeType: 'image/png', buffer }])
    }
    await choose('notes.png', Buffer.from('no picture'))
    await page.getByRole('alert').getByText('notes.png: The image must be a PNG, JPEG or WebP file').waitFor()
    await choose('tenth.png', png())
    await page.getByText('An asset can have 10 photos. Delete one to add another.').waitFor()
    expect(await photosOf(id)).toHaveLength(10)
    await context.close()
  })

  test.each([...viewportsOfFlows, ['320 pixels', narrow] as const])(
    'finds a deleted asset, shows it and restores it, on %s',
    async (_, viewport) => {
      const key = `GONE-${viewport.width}`
      const tags = [
        { tag_type: 'rfid', value: `${key}-a` },
        { tag_type: 'rfid', value: `${key}-b` },
      ]
      const { id } = await newAsset(shared.session, { name: `Cart ${key}`, external_key: key, tags })
      await addPhotos(id, 1)
      await shared.session.delete(`/api/v1/assets/${id}`)
      const other = await newAsset(shared.session, {
        name: 'Successor',
        external_key: key,
        tags: tags.slice(0, 1),
      })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await page.getByLabel('Status').selectOption('deleted')
      await page.getByLabel('Search name, key and description').fill(key)
      await page.waitForURL(new RegExp(`q=${key}`))
      await page.getByRole('link', { name: `Cart ${key}` }).waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('link', { name: `Cart ${key}` }).click()
      await titled(page, `Cart ${key}`)
      await page.getByText('This asset is deleted').waitFor()
      await page.getByRole('link', { name: 'Successor' }).waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Restore' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByText(`One tag is not restored, because something else has it now: ${key}-a.`)
        .waitFor()
      await dialog.getByText(`Successor has the key ${key} now. Enter another one.`).waitFor()
      await dialog.getByLabel('Key').fill(key)
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await dialog.getByText(`Another asset has the key ${key}`).waitFor()
      await dialog.getByLabel('Key').fill(`${key}-2`)
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await until(() => page.evaluate(`location.pathname === '/console/assets/${id}'`), 'the asset is shown')
      await page.getByRole('img', { name: `Photo 1 of Cart ${key}` }).waitFor()
      const { data } = (await shared.session.get(`/api/v1/assets/${id}`)).body
      expect(data).toMatchObject({
        external_key: `${key}-2`,
        deleted_at: null,
        tags: [{ value: `${key}-b` }],
      })
      expect(other.id).not.toBe(id)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )
})
