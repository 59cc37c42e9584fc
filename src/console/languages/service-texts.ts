import { fieldName } from './field-names'
import { findingMessages } from './finding-messages'
import { language } from './language'
import { t } from './messages'

/**
 * Translates the texts of the service, which are English: field errors by their code and parameters, other texts by
 * their form. A text that is not known stays English.
 */

interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
  readonly params?: Readonly<Record<string, unknown>> | null
}

/** A rule for a field, as the catalog contains it. */
type Rule = (field: string, limit: string | number) => string

/** The texts of the codes with one limit, by the name of the parameter. */
const rules: Readonly<Record<string, Rule>> = {
  max_length: (field, limit) => t('{field} must have at most {limit} characters', { field, limit }),
  min_length: (field, limit) => t('{field} must have at least {limit} characters', { field, limit }),
  minimum: (field, limit) => t('{field} must be at least {limit}', { field, limit }),
  maximum: (field, limit) => t('{field} must be at most {limit}', { field, limit }),
  allowed_values: (field, limit) => t('{field} must be one of: {limit}', { field, limit }),
}

/** The texts of the codes without parameters. */
const fieldTexts: Readonly<Record<string, (field: string) => string>> = {
  required: (field) => t('{field} is required', { field }),
  read_only: (field) => t('{field} is read-only', { field }),
  unknown_field: (field) => t('{field} is unknown', { field }),
  fk_not_found: (field) => t('{field} does not exist', { field }),
}

type Values = Readonly<Record<string, string>>

/** Texts of the service that use the words of the API, in those of the console. */
const ownTexts: Readonly<Record<string, (values: Values) => string>> = {
  'An asset with the external_key {key} already exists': (values) =>
    t('Another asset has the key {key}', values),
  'A location with the external_key {key} already exists': (values) =>
    t('Another location has the key {key}', values),
  'A reader with the external_key {key} already exists': (values) =>
    t('Another reader has the key {key}', values),
  'valid_to must be after valid_from': () =>
    t('{field} must be after {other}', { field: fieldName('valid_to'), other: fieldName('valid_from') }),
  '{field} must be an RFC 3339 timestamp': (values) =>
    t('{field} must be a date, such as 2027-12-31 or 31.12.2027', values),
  '{field} must be a boolean': (values) => t('{field} must be yes or no', values),
  'current_password is incorrect': () => t('The current password is not correct.'),
}

let ownForms: readonly Form[] | undefined

/** Returns the text of the console for a text of the service; undefined when it has none of its own. */
function ownText(text: string): string | undefined {
  ownForms ??= Object.keys(ownTexts).map(formOfText)
  for (const { pattern, message } of ownForms) {
    const found = pattern.exec(text)
    if (found) return ownTexts[message]?.(found.groups ?? {})
  }
  return undefined
}

/** Returns the message of a field error in the language of the page. At its start, the label replaces the name of the field. */
export function fieldText(error: FieldError): string {
  const { field } = error
  const text = ownText(error.message) ?? translated(error)
  const isNamed = text.startsWith(`${field} `) || text.startsWith(`${field}: `)
  return isNamed ? fieldName(field) + text.slice(field.length) : text
}

function translated({ field, code, message, params }: FieldError): string {
  if (language() === 'en') return message
  const known = serviceText(message)
  if (known !== message) return known
  const [name = '', limit] = Object.entries(params ?? {})[0] ?? []
  const rule = rules[name]
  if (rule && limit !== undefined) return rule(field, Array.isArray(limit) ? limit.join(', ') : Number(limit))
  return fieldTexts[code]?.(field) ?? message
}

/** What went wrong, by the type of the error, for details that are not known. */
const typeTexts: Readonly<Record<string, () => string>> = {
  bad_request: () => t('Bad request'),
  unauthorized: () => t('Not signed in'),
  forbidden: () => t('Not allowed'),
  not_found: () => t('Not found'),
  conflict: () => t('Conflict'),
  payload_too_large: () => t('Too large'),
  rate_limited: () => t('Too many requests'),
  service_unavailable: () => t('The service is not available'),
  insufficient_storage: () => t('The disk of the server is full'),
  internal_error: () => t('Internal error'),
}

/** Returns the detail of an error in the language of the page; an unknown one in English, after what went wrong. */
export function detailText(type: string, detail: string): string {
  if (language() === 'en') return detail
  const known = serviceText(detail)
  if (known !== detail) return known
  const general = typeTexts[type]?.()
  return general === undefined ? detail : `${general}: ${detail}`
}

interface Form {
  readonly pattern: RegExp
  readonly message: string
}

let forms: readonly Form[] | undefined

/** Returns a text of the service in the language of the page, when its form is known; otherwise in English. */
export function serviceText(text: string): string {
  if (language() === 'en') return text
  forms ??= serviceMessages.map(formOfText)
  for (const { pattern, message } of forms) {
    const found = pattern.exec(text)
    if (found) return t(message, found.groups)
  }
  return text
}

const formOfText = (message: string): Form => ({
  message,
  pattern: new RegExp(
    `^${message.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`,
  ),
})

/** The texts of the service, as `src` of the server contains them, with the names of their values. */
export const serviceMessages: readonly string[] = [
  'Asset not found',
  'Location not found',
  'Reader not found',
  'Tag not found',
  'Unknown tag not found',
  'Wrong e-mail address or password',
  'Wrong password',
  'Invalid or expired token',
  'Invalid or expired refresh token',
  'Too many failed attempts; try again in {seconds} s',
  'You must have the role {role}',
  'You must be an owner of the installation',
  'The service is shutting down',
  'The set-up link is not valid',
  'The installation is already set up',
  'This link is not valid: it was used, replaced or revoked, or has expired',
  'This invitation is not valid: it was used, revoked or has expired',
  'This account is not a member of an organization: ask an admin for an invitation',
  'The invitation is for another e-mail address',
  'The last admin of an organization cannot leave, be removed or lose the role',
  'The last owner of the installation cannot be removed',
  'This user is already an owner of the installation',
  'Another backup is being created',
  'The database is PostgreSQL. Create backups with its tools, such as pg_dump',
  'The database cannot store the character U+0000',
  'The database cannot be reached',
  'The database is not available',
  'Another preview of this organization is running; try again in a few seconds',
  'The preview took too long; try again later',
  'The image must be a PNG, JPEG or WebP file',
  'The image is animated; choose a still image',
  'The image is empty',
  'The image is damaged or it ends early; export or save it again',
  'The image has {width} × {height} pixels. A side may have at most {max}; scale it down',
  'The image has {width} × {height} pixels, more than {max} megapixels; scale it down',
  'The service is processing many images; try again in 1 s',
  'SVG files are not accepted, because they can contain programs; export the drawing as PNG',
  'The reader has no payload format',
  'A fixed reader needs a format',
  'The reader is not active',
  'The reader is not active; activate it first',
  'Only the messages of a fixed reader with a payload format can be read again',
  'Too many messages of this reader are waiting; try again in 1 s',
  'Antenna {port} is not mapped to a location',
  'The location of antenna {port} has been deleted',
  'The topic {topic} does not match the topic of the reader',
  'The payload contains no reads',
  '{field} is not an antenna port; the read counts for antenna 1',
  '{field} is not a number; the read has no RSSI',
  '{field} is not an RSSI in dBm that a radio can measure; the read has no RSSI',
  '{field} has no known time zone; set the time zone of the reader; the read has the time of receipt',
  '{field} is not a time such as {example}; the read has the time of receipt',
  '{field} is not a number of {unit} since 1970; the read has the time of receipt',
  '{field} is in {unit} since 1970, not a text; the read has the time of receipt',
  '{field} is in {unit} since 1970, not in {other}',
  '{field} must be a time zone such as {name}, or an offset such as {offset}',
  'A tag of type {type} with the value {value} already exists',
  'This user is already a member of the organization',
  'A field with the key {key} already exists',
  'An asset may have at most {max} photos; delete one first',
  '{field} is required',
  '{field} must have at least 1 character',
  '{field} must have at least {limit} characters',
  '{field} must have at most {limit} characters',
  '{field} must have at least {limit} entries',
  '{field} must have at most {limit} entries',
  '{field} must be at least {limit}',
  '{field} must be at most {limit}',
  '{field} must be one of: {limit}',
  '{field} must be an integer',
  '{field} must be a number',
  '{field} must not be null',
  '{field} must be an RFC 3339 timestamp',
  '{field} must be an e-mail address',
  '{field} must be an MQTT topic filter',
  '{field} must not contain control characters',
  '{field} must not begin or end with white space',
  '{field} may contain letters, digits and hyphens only',
  '{field} does not name a live location',
  '{field} does not name a live asset',
  '{field} is incorrect',
  'expires_at must be in the future',
  'options must have at least one value',
  'options must be different from each other',
  'prefix must contain more than separators',
  'Maximum number of requests of a caller at once',
  'Maximum sustained number of requests of a caller per minute',
  'Maximum number of failed sign-ins per minute to one account or client id from one address or device',
  'Maximum number of failed sign-ins per minute from one address to all accounts and client ids',
  'Maximum number of failed sign-ins per minute to one account or client id from all addresses and devices that have never signed in to it',
  'Maximum size of a request body, in bytes; at most 16384 for endpoints without credentials',
  ...findingMessages,
]
