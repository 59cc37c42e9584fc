import { withCheckDigit } from './check-digit'

/** EPC URIs (GS1 Tag Data Standard) and the same keys as GS1 Digital Link URIs. */

const resolver = 'https://id.gs1.org/'

/** Lengths of a GS1 company prefix. A Digital Link does not contain it. */
const prefixLengths = [6, 7, 8, 9, 10, 11, 12] as const
const prefixPattern = /^\d{6,12}$/

interface KeyForm {
  readonly scheme: string
  /** The path of a Digital Link, with the key and what follows it as groups. */
  readonly path: RegExp
  readonly toPath: (prefix: string, reference: string, rest: string) => string
  /** Returns prefix, reference and the rest of the EPC URI; undefined when the key is too short for such a prefix. */
  readonly partsOf: (key: string, rest: string, length: number) => readonly string[] | undefined
}

/** A GTIN and an SSCC begin with a digit that the EPC URI has at the beginning of the reference. */
const moveIndicator = (key: string, length: number) => [
  key.slice(1, 1 + length),
  key.slice(0, 1) + key.slice(1 + length, -1),
]

const forms: readonly KeyForm[] = [
  {
    scheme: 'sgtin',
    path: /^01\/(\d{14})\/21\/([^/]+)$/,
    toPath: (prefix, reference, serial) =>
      `01/${withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1))}/21/${serial}`,
    partsOf: (key, serial, length) => [...moveIndicator(key, length), serial],
  },
  {
    scheme: 'sscc',
    path: /^00\/(\d{18})()$/,
    toPath: (prefix, reference) =>
      `00/${withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1))}`,
    partsOf: (key, _, length) => moveIndicator(key, length),
  },
  {
    scheme: 'sgln',
    path: /^414\/(\d{13})(?:\/254\/([^/]+))?$/,
    toPath: (prefix, reference, extension) =>
      `414/${withCheckDigit(prefix + reference)}${extension === '0' ? '' : `/254/${extension}`}`,
    partsOf: (key, extension, length) => [key.slice(0, length), key.slice(length, -1), extension || '0'],
  },
  {
    scheme: 'grai',
    path: /^8003\/0(\d{13})([^/]+)$/,
    toPath: (prefix, reference, serial) => `8003/0${withCheckDigit(prefix + reference)}${serial}`,
    partsOf: (key, serial, length) => [key.slice(0, length), key.slice(length, -1), serial],
  },
  {
    scheme: 'giai',
    path: /^8004\/([^/]+)()$/,
    toPath: (prefix, reference) => `8004/${prefix}${reference}`,
    partsOf: (key, _, length) =>
      prefixPattern.test(key.slice(0, length)) && key.length > length
        ? [key.slice(0, length), key.slice(length)]
        : undefined,
  },
]

/** Returns the Digital Link of an EPC URI. Its serial number must have no character that a URI has to escape. */
export function digitalLinkOf(epcUri: string): string {
  const [scheme, parts] = epcUri.slice('urn:epc:id:'.length).split(':') as [string, string]
  const [prefix = '', reference = '', ...rest] = parts.split('.')
  const form = forms.find((one) => one.scheme === scheme) as KeyForm
  return resolver + form.toPath(prefix, reference, rest.join('.'))
}

/** Returns the EPC URIs that a Digital Link can mean, one for each length of the company prefix; none when its check digit is wrong. */
export function epcUrisOf(digitalLink: string): string[] {
  if (!digitalLink.startsWith(resolver)) return []
  const path = digitalLink.slice(resolver.length)
  return forms.flatMap(({ scheme, path: pattern, partsOf }) => {
    const [, key, rest = ''] = pattern.exec(path) ?? []
    if (key === undefined) return []
    if (scheme !== 'giai' && withCheckDigit(key.slice(0, -1)) !== key) return []
    return prefixLengths.flatMap((length) => {
      const parts = partsOf(key, rest, length)
      return parts ? [`urn:epc:id:${scheme}:${parts.join('.')}`] : []
    })
  })
}

/** Maximum length of a GIAI, with the company prefix. */
const giaiMax = 30

/** Returns the GIAI of an asset that a company numbers itself; null when it is too long. */
export const giaiOf = (companyPrefix: string, reference: string): string | null =>
  companyPrefix.length + reference.length <= giaiMax ? `urn:epc:id:giai:${companyPrefix}.${reference}` : null

/** Reports whether the text is a GS1 company prefix: 6 to 12 digits. */
export const isCompanyPrefix = (text: string): boolean => prefixPattern.test(text)

/** Returns the SGLN of a GLN whose company prefix is known; null when the GLN is not valid or has another prefix. */
export const sglnOfGln = (gln: string, companyPrefix: string): string | null =>
  /^\d{13}$/.test(gln) && withCheckDigit(gln.slice(0, 12)) === gln && gln.startsWith(companyPrefix)
    ? `urn:epc:id:sgln:${companyPrefix}.${gln.slice(companyPrefix.length, -1)}.0`
    : null

/** Reports whether the text is the EPC URI of an SGLN: a company prefix and a reference of 12 digits, and an extension. */
export function isSgln(text: string): boolean {
  const [, prefix = '', reference = ''] =
    /^urn:epc:id:sgln:(\d{6,12})\.(\d{0,6})\.[A-Za-z0-9._-]{1,20}$/.exec(text) ?? []
  return prefix.length + reference.length === 12
}
