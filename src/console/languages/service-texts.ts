import { fieldName } from './field-names'
import { language } from './language'
import { serviceMessages, t } from './messages'

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
  forms ??= serviceMessages().map(formOfText)
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
