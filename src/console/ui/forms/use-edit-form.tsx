import { Alert, List } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError, OutcomeUnknown } from '../../api/errors'
import { t } from '../../languages/messages'
import { quoted } from '../values/format'
import { answered, Looking } from './lost-response'
import { toastDone } from '../notices/toasts'
import { type ApiForm, changesOf, useApiForm } from './use-api-form'
import { isSame, useDraft } from './use-draft'

type Inputs = Readonly<Record<string, unknown>>

interface EditOptions<R extends { readonly updated_at: string }, V extends Inputs> {
  /** The row as read when the form is opened. */
  readonly row: R
  readonly inputsOf: (row: R) => V
  /** Labels of the fields. */
  readonly labels: Partial<Readonly<Record<keyof V & string, string>>>
  /** Sends the change with `updated_at` of the row, so that the service rejects it when the row has changed. */
  readonly save: (inputs: V, row: R) => Promise<unknown>
  readonly reload: () => Promise<R>
  readonly changed: () => Promise<unknown>
  /** Leaves the form after saving. */
  readonly onSaved: () => void
}

export interface EditForm<V extends Inputs> {
  readonly form: ApiForm<V>
  /** Lists what other users have changed in the meantime, if anything. */
  readonly conflict: ReactNode
}

interface Difference {
  readonly name: string
  readonly label: string
  readonly theirs: string
  /** Whether this user has changed the field as well. */
  readonly isConflict: boolean
}

/**
 * A form for a row that other users may edit at the same time. When the service rejects an outdated change, the form adopts
 * the values of the fields that the user has not edited, lists the differences and waits for another "Save". `base` is the
 * row whose values the form began with, or has adopted.
 */
export function useEditForm<R extends { readonly updated_at: string }, V extends Inputs>(
  options: EditOptions<R, V>,
): EditForm<V> & { readonly base: R } {
  const { row, inputsOf, labels, save, reload, changed, onSaved } = options
  // The form stays based on this row, even when a background query returns a newer one.
  const { value: base, setValue: setBase, discard: discardBase } = useDraft('edited row', row)
  const [differences, setDifferences] = useState<readonly Difference[]>()
  const [isLooking, setLooking] = useState(false)

  async function submit(inputs: V): Promise<void> {
    try {
      await save(inputs, base)
    } catch (error) {
      const isUnknown = error instanceof OutcomeUnknown
      if (!isUnknown && !isOutdated(error)) throw error
      const newer = isUnknown ? await look() : await reload()
      const [before, theirs] = [inputsOf(base), inputsOf(newer)]
      if (isUnknown && isStored(changesOf(inputs, before), theirs)) return
      if (isUnknown && newer.updated_at === base.updated_at)
        throw new Error(t('The connection was lost, and the change was not stored. Save it again.'))
      setDifferences(differencesOf({ inputs, before, theirs }, labels))
      setBase(newer)
      throw new Error(t('Your changes are not saved yet. Review the differences, then save again.'))
    }
  }

  /** Reads the row as soon as the service responds. */
  async function look(): Promise<R> {
    setLooking(true)
    try {
      return await answered(reload)
    } finally {
      setLooking(false)
    }
  }

  const form = useApiForm<V, void>({
    initial: inputsOf(base),
    submit,
    done() {
      void changed()
      toastDone(t('Saved'))
      onSaved()
    },
  })
  function discard(): void {
    form.discard()
    discardBase()
  }
  return {
    form: { ...form, discard },
    conflict: isLooking ? <Looking /> : differences && <Conflict differences={differences} />,
    base,
  }
}

const isStored = (changes: Inputs, stored: Inputs): boolean =>
  Object.entries(changes).every(([name, value]) => isSame(value, stored[name]))

/** The values of a form: as the user has them, as they were read first, and as the service has them now. */
interface Versions<V extends Inputs> {
  readonly inputs: V
  readonly before: V
  readonly theirs: V
}

function differencesOf<V extends Inputs>(
  { inputs, before, theirs }: Versions<V>,
  labels: EditOptions<never, V>['labels'],
): Difference[] {
  const names = Object.keys(before) as (keyof V & string)[]
  return names
    .filter((name) => !isSame(before[name], theirs[name]))
    .map((name) => {
      const isConflict = !isSame(inputs[name], before[name]) && !isSame(inputs[name], theirs[name])
      return { name, label: labels[name] ?? name, theirs: shown(theirs[name]), isConflict }
    })
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'updated_at')

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string') return value === '' ? t('empty') : quoted(value)
  return t('changed')
}

const Conflict = ({ differences }: { readonly differences: readonly Difference[] }) => (
  <Alert color="yellow" title={t('Someone else edited this')} role="alert">
    {differences.length === 0 ? (
      t('None of the fields in this form have changed.')
    ) : (
      <List size="sm">
        {differences.map(({ name, label, theirs, isConflict }) => (
          <List.Item key={name}>
            {label}: {theirs}.{' '}
            {isConflict
              ? t('Your value is still in the form and will overwrite it.')
              : t("We've filled in their value.")}
          </List.Item>
        ))}
      </List>
    )}
  </Alert>
)
