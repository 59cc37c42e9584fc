/** Names the device of a request in words, so that users recognize their sessions. */

/** The first that matches is taken: other browsers contain the names of Chrome and Safari. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

/** The User-Agent of Android contains Linux, and that of iPads and iPhones contains Mac OS. */
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const userAgentMax = 500

/** Returns "Firefox on Windows", "Android" or "Chrome" by the User-Agent of a request; null when it names neither. */
export function deviceOf(userAgent: string | null): string | null {
  const text = (userAgent ?? '').slice(0, userAgentMax)
  const named = (names: typeof browsers) => names.find(([mark]) => mark.test(text))?.[1]
  const parts = [named(browsers), named(systems)].filter((name) => name !== undefined)
  return parts.length === 0 ? null : parts.join(' on ')
}
