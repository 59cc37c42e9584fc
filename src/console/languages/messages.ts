import { locale } from './language'
import { messageFormat } from './message-format'

/**
 * The texts of the console. The key of a message is its English text, in ICU MessageFormat when it has values (decision
 * 0025). A catalog contains the translations.
 */

export type Catalog = Readonly<Record<string, string>>

let catalog: Catalog | undefined

/** Sets the translations; undefined for English. */
export function setCatalog(next: Catalog | undefined): void {
  catalog = next
}

/** Adds translations that were loaded later. */
export function addToCatalog(more: Catalog | undefined): void {
  if (more) catalog = { ...catalog, ...more }
}

/** Returns the text of a message in the language of the page, in English when the catalog does not have it. */
export const textOf = (message: string): string => catalog?.[message] ?? message

/** Returns the text of the catalog for a key of the service; undefined when the catalog does not have it. */
export const knownText = (key: string): string | undefined => catalog?.[key]

const formats = new Map<string, ReturnType<typeof messageFormat>>()

/** Returns the parts of a text with its values: texts, and the values that are elements. A text is parsed once. */
export function partsOf(text: string, values: Readonly<Record<string, unknown>>): unknown[] {
  let format = formats.get(text)
  if (!format) {
    format = messageFormat(text, locale() ?? 'en')
    formats.set(text, format)
  }
  return format(values)
}

/** Returns a message in the language of the page: `t('Save')`, or with values `t('{name} deleted', { name })`. */
export function t(message: string, values?: Readonly<Record<string, string | number>>): string {
  const text = textOf(message)
  return values === undefined ? text : partsOf(text, values).join('')
}
