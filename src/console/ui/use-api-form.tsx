import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ChangeEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { ApiError, type FieldProblem, messageOf } from '../api/errors'
import { capitalized } from './format'
import { useDraft } from './use-draft'

/**
 * A form whose fields are those of a request: what the service says of a field is shown at the field, the rest above the
 * buttons. The service knows the rules; the form repeats none of them.
 */

type Values = Readonly<Record<string, unknown>>
type Named<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string]

interface FormOptions<V extends Values, R> {
  readonly initial: V
  readonly submit: (values: V) => Promise<R>
  readonly done: (result: R) => void
}

interface Bound<T> {
  readonly name: string
  readonly value: T
  readonly error: string | undefined
}

export interface ApiForm<V extends Values> {
  readonly values: V
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void
  /** Props of a text input. */
  readonly text: (name: Named<V, string>) => Bound<string> & {
    readonly 'aria-invalid': true | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
  }
  /** Props of an input that hands over its value, such as Select. */
  readonly choice: <K extends keyof V & string>(
    name: K,
  ) => Bound<V[K]> & { onChange(value: V[K] | null): void }
  /** Props of a checkbox or switch. */
  readonly toggle: (name: Named<V, boolean>) => {
    name: string
    checked: boolean
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

export function useApiForm<V extends Values, R>({ initial, submit, done }: FormOptions<V, R>): ApiForm<V> {
  const [values, setValues] = useDraft(Object.keys(initial).join(' '), initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }

  async function send(form: HTMLFormElement): Promise<void> {
    // A second Enter before the button is disabled.
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      done(await submit(values))
    } catch (error) {
      const found = placed(error, Object.keys(values))
      setErrors(found.errors)
      setProblem(found.problem)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const bound = <K extends keyof V & string>(name: K) => ({ name, value: values[name], error: errors[name] })
  return {
    values,
    problem,
    isBusy,
    set,
    text: (name) => ({
      ...(bound(name) as Bound<string>),
      // The password input does not say so by itself.
      'aria-invalid': errors[name] === undefined ? undefined : true,
      onChange: (event) => set(name, event.currentTarget.value as V[typeof name]),
    }),
    choice: (name) => ({
      ...bound(name),
      onChange: (value) => value !== null && set(name, value),
    }),
    toggle: (name) => ({
      name,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: (event) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
    onSubmit(event) {
      event.preventDefault()
      void send(event.currentTarget)
    },
  }
}

/** `tags[1].value` belongs to the field `tags`. */
const rootOf = ({ field }: FieldProblem): string => /^[^.[]*/.exec(field)?.[0] ?? field

/** The label above says whose it is: of "organization_name must have …" the name, as programs know it, is left out. */
function atField(problem: FieldProblem): string {
  const { field, message } = problem
  const words = message.slice(field.length + 1)
  const isOfLabel = field === rootOf(problem) && message.startsWith(`${field} `)
  if (!isOfLabel || !/^(?:must|may|is) /.test(words)) return message
  return capitalized(words)
}

function placed(error: unknown, names: readonly string[]) {
  const fields = error instanceof ApiError ? error.fields : []
  const own = fields.filter((field) => names.includes(rootOf(field)))
  const others = fields.filter((field) => !own.includes(field))
  const errors: Record<string, string> = {}
  for (const field of own) errors[rootOf(field)] ??= atField(field)
  const rest = fields.length === 0 ? messageOf(error) : others.map(({ message }) => message).join('; ')
  return { errors, problem: rest === '' ? undefined : rest }
}

interface FormProps<V extends Values> {
  readonly form: ApiForm<V>
  /** What the button says. */
  readonly label: string
  readonly children: ReactNode
  /** Stands beside the button. */
  readonly aside?: ReactNode
}

export function Form<V extends Values>({ form, label, children, aside }: FormProps<V>) {
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {children}
        {form.problem && (
          <Alert color="red" role="alert">
            {form.problem}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={form.isBusy}>
            {label}
          </Button>
          {aside}
        </Group>
      </Stack>
    </form>
  )
}
