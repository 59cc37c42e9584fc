import { type Language, language, languages, setLanguage } from './language'
import { addToCatalog, type Catalog, setCatalog, t } from './messages'

/** Selects the language of the page: the chosen one, otherwise the first language of the browser that the console has. */

const chosenKey = 'whereabouts.language'

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)

/**
 * The catalogs. The keys of the messages are the English texts. The bundler splits a catalog: `first` contains the messages
 * of the main script and of the sign-in, `rest` all others (scripts/console-catalogs.ts).
 */
const catalogs: Readonly<Record<Language, Record<'first' | 'rest', () => Promise<Catalog | undefined>>>> = {
  en: { first: async () => undefined, rest: async () => undefined },
  de: {
    first: async () => (await import('./de.json?first')).default,
    rest: async () => (await import('./de.json?rest')).default,
  },
}

/** The locale for dates and numbers when the browser has none for the language. */
const defaultLocales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** Returns the language that the user has chosen in this browser; null when it follows the browser. */
export function chosenLanguage(): Language | null {
  const stored = localStorage.getItem(chosenKey)
  return isLanguage(stored) ? stored : null
}

/** Stores the choice, and reloads the page, because texts are read once. An empty choice follows the browser. */
export function chooseLanguage(chosen: string): void {
  if (isLanguage(chosen)) localStorage.setItem(chosenKey, chosen)
  else localStorage.removeItem(chosenKey)
  location.reload()
}

/** Returns what the user may choose. Each language has its own name, so that users find theirs. */
export const languageOptions = (): { readonly value: string; readonly label: string }[] => [
  { value: '', label: t('Language of the browser') },
  ...Object.entries(languages).map(([value, label]) => ({ value, label })),
]

const baseOf = (tag: string): string => (tag.split('-', 1)[0] ?? tag).toLowerCase()

/** Sets the language and the locale, and loads the first texts. When they can't be loaded, the page is in English. */
export async function startLanguage(): Promise<void> {
  const wanted = chosenLanguage() ?? navigator.languages.map(baseOf).find(isLanguage) ?? 'en'
  const catalog = await catalogs[wanted].first().catch(() => undefined)
  const shown = catalog === undefined ? 'en' : wanted
  setLanguage(shown, navigator.languages.find((tag) => baseOf(tag) === shown) ?? defaultLocales[shown])
  setCatalog(catalog)
  document.documentElement.lang = shown
}

let loading: Promise<void> | undefined

/** Loads the remaining texts, once. It throws when they can't be loaded; the next call tries again. */
export function loadAllTexts(): Promise<void> {
  loading ??= catalogs[language()].rest().then(addToCatalog, (cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}
