import type { Browser, Locator, Page } from 'playwright-core'
import { enterConsole, phone, type Visit, visit } from './browser'
import type { Client } from './client'
import type { Program } from './program'
import { freshKey, newLocation, newTagged, type Row } from './records'

/** Steps on the scan page: choosing a location, scanning and submitting. */

export interface Bay extends Row {
  readonly name: string
}

export async function newBay(session: Client): Promise<Bay> {
  const key = freshKey('BAY')
  const name = `Bay ${key}`
  return { name, ...(await newLocation(session, { external_key: key, name })) }
}

export const newDrill = (session: Client): Promise<Row> =>
  newTagged(session, freshKey('T'), { name: freshKey('Drill') })

/** Returns the ids of the locations where an asset was scanned, newest first. */
export async function locationsOf(session: Client, { id }: Row): Promise<number[]> {
  const { body } = await session.get(`/api/v1/assets/${id}/history`)
  return body.data.map((event: { location_id: number }) => event.location_id)
}

/** Types values like a scanner that acts as a keyboard, with Enter after each value. */
export async function scanAll(page: Page, ...values: string[]): Promise<void> {
  for (const value of values) {
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
}

/** Opens the scan page on a phone and scans the code of the location. */
export async function openAt(
  browser: Browser,
  program: Pick<Program, 'http'>,
  location: Bay,
): Promise<Visit> {
  const visited = await visit(browser, phone)
  await enterConsole(visited.page, program, '/scan', 'Scan')
  // The page knows the location's key only after it has loaded the locations.
  await visited.page.getByRole('combobox', { name: 'Where are you?' }).click()
  await visited.page.getByRole('option', { name: location.name }).first().waitFor()
  await visited.page.keyboard.press('Escape')
  await visited.page.getByLabel('Scan a location or an asset').focus()
  await scanAll(visited.page, location.external_key)
  await visited.page.locator('[data-location]', { hasText: location.name }).waitFor()
  return visited
}

/** Returns the scans on the list. */
export const scanned = (page: Page): Locator =>
  page.getByRole('list', { name: 'Scanned' }).getByRole('listitem')

export async function chooseBay(page: Page, { name }: Bay): Promise<void> {
  await page.getByRole('combobox', { name: 'Where are you?' }).click()
  await page.getByRole('option', { name }).click()
  await page.locator('[data-location]', { hasText: name }).waitFor()
}

export const submit = (page: Page): Locator => page.getByRole('button', { name: /^Submit/ })

/** Returns the submissions that are `waiting`, `sent` or `refused`. */
export const submitted = (page: Page, state: string): Locator => page.locator(`li[data-state="${state}"]`)
