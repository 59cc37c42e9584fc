import { expect, test } from 'bun:test'
import { flaws, lanName, openConsole, signInAs, titled, under, violations } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import {
  chooseBay,
  newBay,
  newDrill,
  openAt,
  locationsOf,
  scanAll,
  scanned,
  submit,
  submitted,
} from '../support/handheld'
import { newMember } from '../support/users'
import { administrator } from '../support/program'

/** Scans and submissions that are stored in the browser. Each is recorded once. */

const scansPath = '**/internal/v1/scans'

describeConsole('the queue of the scan page', (shared) => {
  test.each(['127.0.0.1', lanName])(
    'keeps scans and submissions through a crash without a network, and sends them once, at %s',
    async (host) => {
      const [location, one, two] = [
        await newBay(shared.session),
        await newDrill(shared.session),
        await newDrill(shared.session),
      ]
      const { page, context } = await openAt(shared.browser, under(shared.program, host), location)
      await context.setOffline(true)
      await scanAll(page, one.external_key)
      await submit(page).click()
      await page.getByText('1 scan waiting').waitFor()
      await page.locator('[data-said]', { hasText: 'is saved on this device and will be sent' }).waitFor()
      await scanAll(page, two.external_key)
      await page.getByRole('button', { name: 'Submit 1 scan' }).waitFor()
      expect(await locationsOf(shared.session, one)).toEqual([])
      // Without the service the page can't be reloaded, but its data is stored.
      await page.reload().catch(() => undefined)
      await page.close()

      await context.setOffline(false)
      const next = await context.newPage()
      await openConsole(next, under(shared.program, host), '/scan')
      await submitted(next, 'sent').getByText('1 recorded').waitFor()
      await eventually(() => scanned(next).count()).toBe(1)
      expect([await locationsOf(shared.session, one), await locationsOf(shared.session, two)]).toEqual([
        [location.id],
        [],
      ])
      await submit(next).click()
      await next.getByText('Nothing scanned yet').waitFor()
      await submitted(next, 'sent').nth(1).waitFor()
      expect([await locationsOf(shared.session, one), await locationsOf(shared.session, two)]).toEqual([
        [location.id],
        [location.id],
      ])
      await context.close()
    },
  )

  test('asks the browser once to keep the scans, and says how old the oldest is', async () => {
    const [location, one, two] = [
      await newBay(shared.session),
      await newDrill(shared.session),
      await newDrill(shared.session),
    ]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await page.evaluate(`
      document.body.dataset.asked = '0'
      navigator.storage.persisted = async () => false
      navigator.storage.persist = async () => {
        document.body.dataset.asked = String(Number(document.body.dataset.asked) + 1)
        return true
      }`)
    await context.setOffline(true)
    await scanAll(page, one.external_key)
    await page.getByText('The oldest scan is from').waitFor()
    await submit(page).click()
    const waiting = page.locator('[data-waiting]')
    await waiting.getByText('The oldest scan is from').waitFor()
    await scanAll(page, two.external_key)
    await page.getByRole('button', { name: 'Submit 1 scan' }).waitFor()
    expect(await page.locator('body').getAttribute('data-asked')).toBe('1')
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('names the asset while it waits, even after the page was opened again', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await scanAll(page, asset.external_key)
    const { name } = (await shared.session.get(`/api/v1/assets/${asset.id}`)).body.data
    await scanned(page).getByRole('link', { name }).waitFor()
    await page.route('**/internal/v1/scans', (route) => route.abort())
    await submit(page).click()
    await submitted(page, 'waiting').getByText(name).waitFor()
    await page.reload()
    await submitted(page, 'waiting').getByText(name).waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('is sent automatically when the network comes back', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await context.setOffline(true)
    await scanAll(page, asset.external_key)
    await page.getByText('Without a connection, its location until now is not known.').waitFor()
    await submit(page).click()
    await page.getByText('1 scan waiting').waitFor()
    await context.setOffline(false)
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    await context.close()
  })

  test('records a submission once when a response is lost and when Submit is pressed twice', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    const bodies: string[] = []
    await page.route(scansPath, async (route) => {
      bodies.push(route.request().postData() ?? '')
      const response = await route.fetch()
      await (bodies.length < 3 ? route.abort() : route.fulfill({ response }))
    })
    await scanAll(page, asset.external_key)
    await submit(page).dblclick()
    await submitted(page, 'waiting').waitFor()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1])
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    await context.close()
  })

  test('is submitted once by two tabs with the same list', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await scanAll(page, asset.external_key)
    const other = await context.newPage()
    await openConsole(other, shared.program, '/scan')
    await submit(other).waitFor()
    const bodies: string[] = []
    await context.route(scansPath, (route) => {
      bodies.push(JSON.parse(route.request().postData() ?? '{}').submission_id)
      return route.continue()
    })
    const buttons = await Promise.all([page, other].map((tab) => submit(tab).elementHandle()))
    // Both at once, so that neither tab is notified by the other first.
    await Promise.all(buttons.map((button) => button?.dispatchEvent('click')))
    await Promise.all([page, other].map((tab) => submitted(tab, 'sent').waitFor()))
    expect(new Set(bodies).size).toBe(1)
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    await context.close()
  })

  test('keeps a rejected submission with the reason until it is edited or discarded', async () => {
    const [gone, location, asset] = [
      await newBay(shared.session),
      await newBay(shared.session),
      await newDrill(shared.session),
    ]
    const { page, context } = await openAt(shared.browser, shared.program, gone)
    await context.setOffline(true)
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('1 scan waiting').waitFor()
    expect((await shared.session.delete(`/api/v1/locations/${gone.id}`)).status).toBe(204)
    await context.setOffline(false)
    await page.getByText('Rejected: The location was deleted').waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Edit' }).click()
    await scanned(page).getByText(asset.external_key).waitFor()
    await eventually(() => page.getByRole('button', { name: 'Choose a location first' }).isDisabled()).toBe(
      true,
    )
    await chooseBay(page, location)
    await submit(page).click()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])

    await page.route(scansPath, (route) => route.fulfill({ status: 403, json: {} }))
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('Rejected: The service responded with status 403').waitFor()
    await page.locator('[data-said]', { hasText: `1 scan at ${location.name} was rejected` }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await submitted(page, 'refused').waitFor({ state: 'detached' })
    await eventually(() => page.locator('[data-said]').textContent()).toBe('')
    await context.close()
  })

  test('shows which scans of a submission were rejected, and the others are recorded', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await context.setOffline(true)
    await scanAll(page, 'x'.repeat(256), asset.external_key)
    await submit(page).click()
    await page.getByText('2 scans waiting').waitFor()
    await context.setOffline(false)
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    const rejected = submitted(page, 'sent').getByText('1 scan was rejected:')
    await rejected.waitFor()
    await submitted(page, 'sent').getByText('xxx: Tag must have at most 255 characters').waitFor()
    await page.locator('[data-said]', { hasText: `1 scan at ${location.name} was rejected` }).waitFor()
    expect(await flaws(page)).toEqual([])
    await page.reload()
    await rejected.waitFor()
    await page.getByRole('button', { name: 'Hide' }).click()
    await rejected.waitFor({ state: 'detached' })
    await context.close()
  })

  test('counts all scans that were submitted together, even when there are more than five submissions', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    const many = Array.from({ length: 5_100 }, (_, number) => `MANY-${number}`)
    // Typing so much text takes the browser a minute.
    await page.getByLabel('Scan an asset').evaluate(
      (field, text) => {
        Object.assign(field, { value: text })
        field.dispatchEvent(new Event('input', { bubbles: true }))
      },
      `${[asset.external_key, ...many].join('\n')}\n`,
    )
    await page.getByRole('button', { name: 'Submit 5,101 scans' }).click()
    await page.locator('[data-said]', { hasText: `5,101 scans submitted at ${location.name}` }).waitFor()
    await eventually(() => submitted(page, 'sent').count()).toBe(6)
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    // They are forgotten together, after five newer ones.
    for (const count of [7, 8, 9, 10, 5]) {
      await scanAll(page, asset.external_key)
      await submit(page).click()
      await page.locator('[data-said]', { hasText: '1 scan submitted at' }).waitFor()
      await eventually(() => submitted(page, 'sent').count()).toBe(count)
    }
    await context.close()
  })

  test('stores scans again after the browser has closed its database', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    const protocol = await context.newCDPSession(page)
    const origin = new URL(page.url()).origin
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    await context.close()
  })

  test('does not report scans as submitted that the browser could not store, and sends them when it can', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await page.evaluate(`
      IDBDatabase.prototype.working = IDBDatabase.prototype.transaction
      IDBDatabase.prototype.transaction = () => { throw new Error('No room is left') }`)
    await scanAll(page, asset.external_key, 'MISTAKE-1')
    const problem = page.getByRole('alert').filter({ hasText: "This browser can't save your scans" })
    await problem.getByText('No room is left').waitFor()
    await submit(page).click()
    await page.getByText("The scans are not submitted, because this browser can't save them").waitFor()
    await eventually(() => page.locator('[data-said]').textContent()).toBe('MISTAKE-1 added')
    await page.getByRole('button', { name: 'Remove MISTAKE-1' }).click()
    await page.getByRole('button', { name: 'Submit 1 scan' }).waitFor()

    await page.evaluate('IDBDatabase.prototype.transaction = IDBDatabase.prototype.working')
    await submit(page).click()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    await problem.waitFor({ state: 'detached' })
    expect(await locationsOf(shared.session, asset)).toEqual([location.id])
    await context.close()
  })

  test('is kept when the user signs out, and is not shown or sent for another user', async () => {
    const [location, asset] = [await newBay(shared.session), await newDrill(shared.session)]
    const { credentials } = await newMember(shared.program, shared.session, 'operator')
    const { page, context } = await openAt(shared.browser, shared.program, location)
    await page.route(scansPath, (route) => route.abort())
    await scanAll(page, asset.external_key)
    await submit(page).click()
    await page.getByText('1 scan waiting').waitFor()

    const change = async (to: { email: string; password: string }) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await signInAs(page, to)
      await titled(page, 'Scan')
    }
    await change(credentials)
    await page.getByText('Nothing scanned yet').waitFor()
    expect(await submitted(page, 'waiting').count()).toBe(0)
    let sent = 0
    await page.unroute(scansPath)
    await page.route(scansPath, (route) => {
      sent++
      return route.continue()
    })
    const [own, other] = [await newDrill(shared.session), await newBay(shared.session)]
    await scanAll(page, own.external_key)
    // The scan is shown when it is stored.
    await scanned(page).waitFor()
    await page.reload()
    await chooseBay(page, other)
    await submit(page).click()
    await submitted(page, 'sent').waitFor()
    expect([sent, await locationsOf(shared.session, asset)]).toEqual([1, []])

    await change(administrator)
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect([sent, await locationsOf(shared.session, asset)]).toEqual([2, [location.id]])
    await context.close()
  })
})
