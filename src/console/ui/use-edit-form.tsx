import { Alert, List } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../api/errors'
import { toastDone } from './toasts'
import { type ApiForm, useApiForm } from './use-api-form'
import { useDraft } from './use-draft'

type Inputs = Readonly<Record<string, unknown>>

interface EditOptions<R extends { readonly updated_at: string }, V extends Inputs> {
  /** As it was read when the form is opened. */
  readonly row: R
  readonly inputsOf: (row: R) => V
  /** What fields are called, of those that a person knows. */
  readonly labels: Partial<Readonly<Record<keyof V & string, string>>>
  /** Sends the change, along with `updated_at` of the row, so that the service refuses it where the row has changed. */
  readonly save: (inputs: V, row: R) => Promise<unknown>
  readonly reload: () => Promise<R>
  readonly changed: () => Promise<unknown>
  /** Where it leads when it is saved. */
  readonly href: string
}

export interface EditForm<V extends Inputs> {
  readonly form: ApiForm<V>
  /** What others have changed since, where they have. */
  readonly meanwhile: ReactNode
}

interface Difference {
  readonly name: string
  readonly label: string
  readonly theirs: string
  /** Whether the person has changed the same. */
  readonly isDisputed: boolean
}

/**
 * A form that changes a row which others may change meanwhile. Nothing is overwritten unseen: where the service refuses,
 * the form takes over what the person has not touched, says what is different, and waits for another "Save".
 */
export function useEditForm<R extends { readonly updated_at: string }, V extends Inputs>(
  options: EditOptions<R, V>,
): EditForm<V> {
  const { row, inputsOf, labels, save, reload, changed, href } = options
  const [, navigate] = useLocation()
  // Whatever is read in the background.
  const [base, setBase] = useDraft('as it was read', row)
  const [differences, setDifferences] = useState<readonly Difference[]>()

  async function submit(inputs: V): Promise<void> {
    try {
      await save(inputs, base)
    } catch (error) {
      if (!isOutdated(error)) throw error
      const newer = await reload()
      setDifferences(merge(inputs, newer))
      setBase(newer)
      throw new Error('Nothing is saved yet. Look at what has changed, and save again.')
    }
  }

  function merge(inputs: V, newer: R): Difference[] {
    const [before, theirs] = [inputsOf(base), inputsOf(newer)]
    const names = Object.keys(before) as (keyof V & string)[]
    return names
      .filter((name) => !isSame(before[name], theirs[name]))
      .map((name) => {
        const isDisputed = !isSame(inputs[name], before[name]) && !isSame(inputs[name], theirs[name])
        if (!isDisputed) form.set(name, theirs[name])
        return { name, label: labels[name] ?? name, theirs: shown(theirs[name]), isDisputed }
      })
  }

  const form = useApiForm<V, void>({
    initial: inputsOf(row),
    submit,
    done() {
      void changed()
      toastDone('Saved')
      navigate(href, { replace: true })
    },
  })
  return { form, meanwhile: differences && <Meanwhile differences={differences} /> }
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'updated_at')

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? 'empty' : `“${value}”`
  return 'changed'
}

const Meanwhile = ({ differences }: { readonly differences: readonly Difference[] }) => (
  <Alert color="yellow" title="Somebody has changed this meanwhile" role="alert">
    {differences.length === 0 ? (
      'Nothing that stands here is different now.'
    ) : (
      <List size="sm">
        {differences.map(({ name, label, theirs, isDisputed }) => (
          <List.Item key={name}>
            {label}: {theirs}
            {isDisputed ? '. Yours stands in the form and goes over it.' : '. It stands in the form now.'}
          </List.Item>
        ))}
      </List>
    )}
  </Alert>
)
