/** The language of this page. `start.ts` sets it before any text is read. */

export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

let current: Language = 'en'
let currentLocale: string | undefined

/** Returns the language of the texts. */
export const language = (): Language => current

/** Returns the locale of dates and numbers: the browser's locale for the language, such as "en-GB" or "de-AT". */
export const locale = (): string | undefined => currentLocale

export function setLanguage(next: Language, nextLocale: string): void {
  current = next
  currentLocale = nextLocale
}
