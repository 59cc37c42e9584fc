import { hasCheckDigit } from './check-digit'
import { ambiguous, bracketed, type Element, elementsOf, gs1PrefixOf } from './element-strings'
import { decodeEpc, type EpcContent, type Scheme } from './epc-bits'
import { gs1KeyOf } from './epc'

/** The object that a code names, whatever the code looks like (docs/api.md, Identity). */

export interface Identity {
  readonly scheme: Scheme
  /** The key as it is printed: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
  readonly gs1_key: string
  /** Serial number or extension; null when the key has none. */
  readonly serial: string | null
  /** With brackets. It is equal for all spellings of one key. */
  readonly element_string: string
  /** Pure identity URI; null when the code does not say how long the company prefix is. */
  readonly uri: string | null
  /** Tag URI; null when the code has no filter value. */
  readonly tag_uri: string | null
  readonly digital_link: string
}

/** Why a text that looks like a GS1 code names nothing. */
type CodeProblem = 'check_digit' | 'ambiguous' | 'length'

export interface Code {
  readonly identity: Identity | null
  readonly problem: CodeProblem | null
}

const nothing: Code = { identity: null, problem: null }
const resolver = 'https://id.gs1.org/'

/** Reads a code of any form: element string, Digital Link, EPC URI, or the bits of an EPC in hexadecimal digits. */
export function readCode(value: string): Code {
  const text = value.trim()
  if (/^https?:/i.test(text)) return codeOfLink(text)
  if (/^urn:epc:/i.test(text)) return codeOfUri(text)
  const hex = hexOf(text)
  const content = hex === undefined ? null : decodeEpc(hex)
  if (content) return { identity: identityOfContent(content), problem: null }
  // Other texts begin with what only a scanner sends, or with one of the keys.
  return gs1PrefixOf(text) !== '' || /^(?:\(|00|01|414|800[34])/.test(text) ? codeOfElements(text) : nothing
}

/** Digits with separators between them, as some readers send them. */
const hexDigits = /^[\dA-Fa-f]+(?:[\s:.-][\dA-Fa-f]+)*$/

/** Returns the bits of an EPC in upper case, without separators and without the protocol-control word before them. */
export function hexOf(text: string): string | undefined {
  if (text.length < 16 || !hexDigits.test(text)) return undefined
  const hex = text.replace(/[\s:.-]/g, '').toUpperCase()
  if (hex.length % 4 !== 0) return undefined
  return hasControlWord(hex) ? hex.slice(4) : hex
}

/** The first five bits of the word are the number of words of the EPC (Gen2, section 6.3.2.1.2.2). */
const hasControlWord = (hex: string): boolean =>
  Number.parseInt(hex.slice(0, 2), 16) >> 3 === hex.length / 4 - 1

/** The keys of objects, in the order in which they are looked for, and what follows them. */
const keys: readonly { readonly scheme: Scheme; readonly ai: string; readonly serialAi?: string }[] = [
  { scheme: 'sgtin', ai: '01', serialAi: '21' },
  { scheme: 'grai', ai: '8003' },
  { scheme: 'giai', ai: '8004' },
  { scheme: 'sscc', ai: '00' },
  { scheme: 'sgln', ai: '414', serialAi: '254' },
]
/** Digits before the serial number of a GRAI, which begin with a zero. */
const graiDigits = 14

function codeOfElements(text: string): Code {
  const elements = elementsOf(text)
  if (elements === ambiguous) return { identity: null, problem: 'ambiguous' }
  if (elements) return codeOf(elements)
  // A scanner said that it is an element string, so a part is too long or too short.
  return { identity: null, problem: gs1PrefixOf(text) === '' ? null : 'length' }
}

/** Returns the object that elements name. Others, such as a batch or a date, do not matter for it. */
function codeOf(elements: readonly Element[]): Code {
  const dataOf = (ai: string | undefined) => elements.find((element) => element.ai === ai)?.data
  for (const { scheme, ai, serialAi } of keys) {
    const data = dataOf(ai)
    if (data === undefined) continue
    const digits = scheme === 'giai' ? undefined : scheme === 'grai' ? data.slice(0, graiDigits) : data
    if (digits !== undefined && !hasCheckDigit(digits)) return { identity: null, problem: 'check_digit' }
    const serial = scheme === 'grai' ? data.slice(graiDigits) : (dataOf(serialAi) ?? '')
    if ((scheme === 'sgtin' || scheme === 'grai') && serial === '') continue
    if (scheme === 'giai' && !/^\d{6}./.test(data)) continue
    const own = { scheme, key: data, serial: serialAi || scheme === 'grai' ? serial : null }
    return { identity: identityOf(own, null), problem: null }
  }
  return nothing
}

interface Own {
  readonly scheme: Scheme
  /** The data of the application identifier of the key. */
  readonly key: string
  readonly serial: string | null
}

function identityOf({ scheme, key, serial }: Own, epc: Pick<Identity, 'uri' | 'tag_uri'> | null): Identity {
  const { ai, serialAi } = keys.find((one) => one.scheme === scheme) as (typeof keys)[number]
  const hasSerial = serialAi !== undefined && serial !== null && serial !== ''
  const elements = [{ ai, data: key }, ...(hasSerial ? [{ ai: serialAi, data: serial }] : [])]
  return {
    scheme,
    // A GRAI is printed without the zero before it.
    gs1_key: scheme === 'grai' ? key.slice(1) : key,
    serial: serial === '' ? null : serial,
    element_string: bracketed(elements),
    uri: epc?.uri ?? null,
    tag_uri: epc?.tag_uri ?? null,
    digital_link:
      resolver + elements.flatMap((element) => [element.ai, encodeURIComponent(element.data)]).join('/'),
  }
}

/** Characters that an EPC URI escapes (GS1 Tag Data Standard). */
const escaped = /["%&/<>?]/g
const toUri = (text: string): string =>
  text.replace(escaped, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the object of an EPC, whose encoding may be unknown. */
function identityOfContent({
  encoding,
  filter,
  ...content
}: Omit<EpcContent, 'encoding'> & { readonly encoding: string | null }): Identity {
  const { scheme, prefix, reference, serial } = content
  // The extension 0 of an SGLN means that there is none.
  const ownSerial = scheme === 'sgln' && serial === '0' ? '' : serial
  const key = gs1KeyOf(content)
  const parts = [prefix, toUri(reference), ...(serial === null ? [] : [toUri(serial)])].join('.')
  return identityOf(
    { scheme, key: scheme === 'grai' ? `0${key}` : key, serial: ownSerial },
    {
      uri: `urn:epc:id:${scheme}:${parts}`,
      tag_uri: encoding === null ? null : `urn:epc:tag:${encoding}:${filter}.${parts}`,
    },
  )
}

/** Digits of the company prefix and the reference together, by scheme. */
const uriDigits: Readonly<Partial<Record<string, number>>> = { sgtin: 13, sscc: 17, sgln: 12, grai: 12 }
const pureUri = /^urn:epc:id:(sgtin|sscc|sgln|grai|giai):(.+)$/i
const tagUri = /^urn:epc:tag:((sgtin|sscc|sgln|grai|giai)-\d+):([0-7])\.(.+)$/i
const serialMax: Readonly<Partial<Record<string, number>>> = { sgtin: 20, sgln: 20, grai: 16 }
const serialCharacters = /^[!"%-?A-Z_a-z]+$/
const giaiMax = 30

function codeOfUri(text: string): Code {
  const [, encoding = null, tagScheme, filter = '0', tagParts] = tagUri.exec(text) ?? []
  const [, pureScheme, pureParts] = pureUri.exec(text) ?? []
  const scheme = (tagScheme ?? pureScheme)?.toLowerCase() as Scheme | undefined
  const given = tagParts ?? pureParts
  if (scheme === undefined || given === undefined) return nothing
  const [prefix = '', reference = '', ...others] = given.split('.')
  const serial = others.length === 0 ? null : unescapeUri(others.join('.'))
  const ownReference = unescapeUri(
    reference + (scheme === 'giai' && others.length > 0 ? `.${others.join('.')}` : ''),
  )
  if (serial === undefined || ownReference === undefined) return nothing
  const content = { scheme, prefix, reference: ownReference, serial: scheme === 'giai' ? null : serial }
  if (!isContent(content)) return { identity: null, problem: 'length' }
  return {
    identity: identityOfContent({
      ...content,
      encoding: encoding?.toLowerCase() ?? null,
      filter: Number(filter),
    }),
    problem: null,
  }
}

/** Whether parts of a URI have the lengths and characters of their scheme. */
function isContent({ scheme, prefix, reference, serial }: Omit<EpcContent, 'encoding' | 'filter'>): boolean {
  if (!/^\d{6,12}$/.test(prefix)) return false
  if (scheme === 'giai')
    return serialCharacters.test(reference) && prefix.length + reference.length <= giaiMax
  if (!/^\d*$/.test(reference) || prefix.length + reference.length !== uriDigits[scheme]) return false
  const most = serialMax[scheme]
  if (most === undefined) return serial === null
  return serial !== null && serial.length <= most && serialCharacters.test(serial)
}

/** Returns a part of a URI without its escapes; undefined when they are not valid. */
function unescapeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const linkPath = /^https?:\/\/[^/?#]+([^?#]*)/i
const keyAis = new Set(keys.map(({ ai }) => ai))
/** A GTIN of 8, 12 or 13 digits is one of 14 with zeros before it. */
const gtinDigits = 14

/** Reads a Digital Link, whose host and first parts of the path may be any (GS1 Digital Link). */
function codeOfLink(text: string): Code {
  // `URL` would leave out a part that is a dot.
  const path = linkPath.exec(text)?.[1]
  if (path === undefined) return nothing
  const parts = path.split('/').map(unescapeUri)
  const at = parts.findLastIndex((part, index) => keyAis.has(part ?? '') && index + 1 < parts.length)
  if (at === -1 || parts.includes(undefined)) return nothing
  const elements: Element[] = []
  for (let index = at; index + 1 < parts.length; index += 2) {
    const [ai = '', data = ''] = [parts[index], parts[index + 1]]
    elements.push({
      ai,
      data: ai === '01' && /^(?:\d{8}|\d{12,13})$/.test(data) ? data.padStart(gtinDigits, '0') : data,
    })
  }
  const checked = elementsOf(bracketed(elements))
  return checked && checked !== ambiguous ? codeOf(checked) : { identity: null, problem: 'length' }
}
