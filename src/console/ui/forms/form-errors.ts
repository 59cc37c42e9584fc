import { ApiError, type FieldProblem, messageOf } from '../../api/errors'
import { fieldName } from '../../languages/field-names'
import { language } from '../../languages/language'
import { t } from '../../languages/messages'
import { capitalized } from '../values/format'

/** The errors of each field. */
export type Problems = Readonly<Record<string, readonly FieldProblem[] | undefined>>

/** `tags[1].value` belongs to the field `tags`. */
const rootOf = ({ field }: FieldProblem): string => /^[^.[]*/.exec(field)?.[0] ?? field

/** Returns the message without the name of the field at its start, since the label of the input already names the field. */
export function messageAtField(problem: FieldProblem, value: unknown): string {
  const { field, message } = problem
  const name = fieldName(field)
  // Errors of the console itself do not begin with the name.
  const isNamed = message.startsWith(`${name} `) || message.startsWith(`${name}: `)
  if (isNamed && field === rootOf(problem) && asksForText(problem, value))
    return requests[field] ?? t('Fill in this field')
  if (!isNamed) return message
  const rest = message.slice(name.length).replace(/^:? /, '')
  // Most translations have a colon after the name.
  if (language() !== 'en') return capitalized(rest)
  if (!/^(?:must|may|is) /.test(rest)) return message
  return capitalized(rest.replace(/^must have at least (?=\d+ characters$)/, 'enter at least '))
}

/** Whether the field is empty. The service may require more than one character of it. */
const asksForText = ({ code, params }: FieldProblem, value: unknown): boolean =>
  code === 'required' || (code === 'too_short' && (value === '' || params?.['min_length'] === 1))

/** What to do about an empty field, by the name of the field. */
const requests: Readonly<Record<string, string>> = {
  name: t('Enter a name'),
  organization_name: t('Enter the name of your organization'),
  email: t('Enter an e-mail address'),
  password: t('Enter a password'),
  current_password: t('Enter your current password'),
  new_password: t('Enter a new password'),
  code: t('Enter a code'),
  external_key: t('Enter a key'),
  prefix: t('Enter a prefix'),
  value: t('Enter a tag'),
  location_id: t('Choose a location'),
}

/** Divides an error into messages for the fields of the form and a message for the rest. */
export function assignErrors(
  error: unknown,
  values: Readonly<Record<string, unknown>>,
): { readonly errors: Problems; readonly problem: string | undefined } {
  const names = Object.keys(values)
  const fields = error instanceof ApiError ? error.fields : []
  const own = fields.filter((field) => names.includes(rootOf(field)))
  const others = fields.filter((field) => !own.includes(field))
  const errors = Object.groupBy(
    own.map((field) => ({ ...field, message: messageAtField(field, values[rootOf(field)]) })),
    rootOf,
  )
  const rest = fields.length === 0 ? messageOf(error) : others.map(({ message }) => message).join('; ')
  return { errors, problem: rest === '' ? undefined : rest }
}
