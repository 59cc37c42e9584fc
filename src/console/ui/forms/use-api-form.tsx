import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldProblem } from '../../api/errors'
import { t } from '../../languages/messages'
import { assignErrors, type Problems } from './form-errors'
import { Looking, useSubmit } from './lost-response'
import { useUnsaved } from '../notices/unsaved'
import { type Draft, isSame, useDraft } from './use-draft'

/**
 * A form whose fields are those of a request. Errors about a field are shown at the field, other errors above the buttons.
 * The service validates the values; the form repeats none of its rules.
 */

type Values = Readonly<Record<string, unknown>>
type Named<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string]

interface FormOptions<V extends Values, R> {
  /** The values that are stored. When they change, the fields that the user has not edited show the new ones. */
  readonly initial: V
  /**
   * @param saved the values that are stored, as far as the form knows. A form of a record sends only the fields that differ
   *   from them (`changesOf`), because another user may have changed the others.
   */
  readonly submit: (values: V, saved: V) => Promise<R>
  /**
   * Finds what was stored after the response was lost; undefined when nothing was, and an error when the user has to know
   * something about it. Without it, the user has to look.
   */
  readonly look?: (values: V) => Promise<R | Error | undefined>
  readonly done: (result: R) => void
  /** Whether the browser must not store what was typed when the session ends. */
  readonly isSecret?: boolean
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
  /** Whether the response was lost, and the form looks what was stored. */
  readonly isLooking: boolean
  /** Whether the values were typed before the user signed out, and not sent since. */
  readonly isRestored: boolean
  /** Returns to the stored values. */
  readonly discard: () => void
  /** The errors of a field and of its parts, such as `antennas[1].port`. Their messages do not name the field. */
  readonly problems: (name: keyof V & string) => readonly FieldProblem[]
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void
  /** Returns a field to its initial value, when the form stays on the page after it was sent. */
  readonly clear: (name: keyof V & string) => void
  /** Props of a text input. */
  readonly text: (name: Named<V, string>) => Bound<string> & {
    readonly 'aria-invalid': true | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
  }
  /** Props of an input whose `onChange` receives the value, such as Select. */
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
  /**
   * Runs another request with the values, whose errors are shown like those of the form. Returns undefined when it fails.
   */
  readonly attempt: <T>(
    form: HTMLFormElement | null,
    work: (values: V) => Promise<T>,
  ) => Promise<T | undefined>
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

export function useApiForm<V extends Values, R>(options: FormOptions<V, R>): ApiForm<V> {
  const { initial, done } = options

  const name = options.isSecret ? 'password' : Object.keys(initial).join(' ')
  const draft = useDraft(name, initial, (value, before) => ({
    ...initial,
    ...changesOf(value, before),
  }))
  const { value: values, setValue: setValues, saved } = draft
  const { submit, isLooking } = useSubmit(options)
  const { errors, problem, attempt, clearErrors, isAttempting } = useAttempts(values)
  // Text that is being sent is not asked about.
  useUnsaved(() => !isAttempting() && !isSame(values, saved.current))
  useNewValues(initial, draft)
  const { isBusy, send } = useSending((form) =>
    attempt(form, async (current) => {
      const result = await submit(current, saved.current)
      // The text is saved when the form was sent, even when it stays on the page.
      // Null: the values were not sent, because the user has to decide something first.
      if (result !== null) draft.keep(current)
      done(result)
    }),
  )

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    setValues((before) => ({ ...before, [name]: value }))
    clearErrors(name)
  }

  function clear(name: keyof V & string): void {
    set(name, initial[name])
    draft.keep({ ...saved.current, [name]: initial[name] })
  }

  return {
    values,
    problem,
    isBusy,
    isLooking,
    isRestored: draft.isRestored,
    discard: draft.discard,
    problems: (name) => errors[name] ?? [],
    set,
    clear,
    ...inputsOf(values, errors, set),
    attempt,
    onSubmit(event) {
      event.preventDefault()
      void send(event.currentTarget)
    },
  }
}

/** Returns the props of the inputs of a form. */
function inputsOf<V extends Values>(
  values: V,
  errors: Problems,
  set: ApiForm<V>['set'],
): Pick<ApiForm<V>, 'text' | 'choice' | 'toggle'> {
  const errorOf = (name: string): string | undefined => errors[name]?.[0]?.message
  const bound = <K extends keyof V & string>(name: K) => ({ name, value: values[name], error: errorOf(name) })
  return {
    text: (name) => ({
      ...(bound(name) as Bound<string>),
      // PasswordInput does not set this attribute.
      'aria-invalid': errorOf(name) === undefined ? undefined : true,
      onChange: (event) => set(name, event.currentTarget.value as V[typeof name]),
    }),
    choice: (name) => ({
      ...bound(name),
      onChange: (value) => value !== null && set(name, value),
    }),
    toggle: (name) => ({
      name,
      checked: values[name] as boolean,
      error: errorOf(name),
      onChange: (event) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
  }
}

/** Runs requests with the values, and keeps the errors of the last one. */
function useAttempts<V extends Values>(values: V) {
  const [errors, setErrors] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const attempts = useRef(0)
  // The first input with an error gets the focus after it is marked.
  const refused = useRef<HTMLFormElement>(null)
  useEffect(() => {
    refused.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    refused.current = null
  }, [errors])

  async function attempt<T>(
    form: HTMLFormElement | null,
    work: (current: V) => Promise<T>,
  ): Promise<T | undefined> {
    setErrors({})
    setProblem(undefined)
    attempts.current++
    try {
      return await work(values)
    } catch (error) {
      const found = assignErrors(error, values)
      setErrors(found.errors)
      setProblem(found.problem)
      refused.current = form
      return undefined
    } finally {
      attempts.current--
    }
  }

  return {
    errors,
    problem,
    attempt,
    clearErrors: (name: string) => setErrors((before) => ({ ...before, [name]: [] })),
    isAttempting: () => attempts.current > 0,
  }
}

/** Sends a form once at a time: Enter may be pressed again before the button is disabled. */
function useSending(work: (form: HTMLFormElement) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  async function send(form: HTMLFormElement): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    await work(form)
    isSending.current = false
    setBusy(false)
  }
  return { isBusy, send }
}

/** Shows the stored values that have changed since the form was opened, in the fields that the user has not edited. */
function useNewValues<V extends Values>(initial: V, { saved, setValue }: Draft<V>): void {
  const shown = useRef(initial)
  useEffect(() => {
    const [changed, before] = [changesOf(initial, shown.current), saved.current]
    if (Object.keys(changed).length === 0) return
    shown.current = initial
    saved.current = { ...before, ...changed }
    setValue((values) => ({ ...values, ...changed, ...changesOf(values, before) }))
  })
}

/** Returns the fields that differ from those before. */
export const changesOf = <V extends Values>(values: V, before: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, before[name])),
  ) as Partial<V>

interface FormProps<V extends Values> {
  readonly form: ApiForm<V>
  /** Label of the submit button. */
  readonly label: string
  readonly children: ReactNode
  /** Shown next to the submit button. */
  readonly aside?: ReactNode
  /** Whether the page has another primary action, or is for reading. */
  readonly isSecondary?: boolean
}

export function Form<V extends Values>({ form, label, children, aside, isSecondary }: FormProps<V>) {
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {form.isRestored && <Restored onDiscard={form.discard} />}
        {children}
        {form.isLooking && <Looking />}
        {form.problem && (
          <Alert color="red" role="alert">
            {form.problem}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={form.isBusy} variant={isSecondary ? 'default' : 'filled'}>
            {label}
          </Button>
          {aside}
        </Group>
      </Stack>
    </form>
  )
}

/** Says that the form contains what the user typed before signing out. */
const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Alert role="status" data-restored>
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {t('What you typed before your session ended is in this form. It is not saved yet.')}
      </Text>
      <Button variant="default" size="xs" onClick={onDiscard}>
        {t('Discard')}
      </Button>
    </Group>
  </Alert>
)
