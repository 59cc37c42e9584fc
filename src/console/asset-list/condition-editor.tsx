import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isNumber, withOwnMark, withPoint } from '../fields/decimal-mark'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { fromLocalInput, toLocalInput } from '../ui/values/format'
import { type Condition, type ListField, type Operator, tagNames } from './conditions'

interface Draft {
  readonly field: ListField
  readonly operator: Operator
  readonly first: string
  readonly second: string
}

interface ConditionEditorProps {
  readonly fields: readonly ListField[]
  /** Undefined for a new condition. */
  readonly condition: Condition | undefined
  readonly onSave: (condition: Condition) => void
}

/** The form of one condition. */
export function ConditionEditor({ fields, condition, onSave }: ConditionEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(fields, condition))
  const [isSent, setSent] = useState(false)
  const { field, operator } = draft
  const value = valueOf(draft)
  const chooseField = (name: string) => {
    const next = fields.find((each) => each.name === name)
    if (next?.operators[0]) setDraft({ field: next, operator: next.operators[0], first: '', second: '' })
  }
  const chooseOperator = (name: string) => {
    const next = field.operators.find((each) => each.name === name)
    if (!next) return
    // A value of another kind does not fit.
    const isKept = next.value === operator.value
    setDraft({ ...draft, operator: next, ...(!isKept && { first: '', second: '' }) })
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    setSent(true)
    if ('problem' in value) return
    onSave({
      field: field.name,
      operator: operator.name,
      ...(value.value !== undefined && { value: value.value }),
    })
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="xs">
        <NativeSelect
          label={t('Field')}
          value={field.name}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          onChange={(event) => chooseField(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('Comparison')}
          value={operator.name}
          data={field.operators.map(({ name, label }) => ({ value: name, label }))}
          onChange={(event) => chooseOperator(event.currentTarget.value)}
        />
        <ValueInput
          draft={draft}
          problem={isSent && 'problem' in value ? value.problem : undefined}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        <Button type="submit">{t('Apply')}</Button>
      </Stack>
    </form>
  )
}

interface ValueInputProps {
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (part: Partial<Draft>) => void
}

const labels: Partial<Record<Operator['value'], string>> = { days: t('Days'), hours: t('Hours') }

function ValueInput({ draft, problem, onChange }: ValueInputProps) {
  const { field, operator, first, second } = draft
  const kind = operator.value
  const label = labels[kind] ?? t('Value')
  if (kind === 'none') return null
  if (kind === 'place')
    return (
      <RecordSelect
        kind="location"
        label={t('Location')}
        error={problem}
        // A click outside of the popover closes it.
        comboboxProps={{ withinPortal: false }}
        value={first === '' ? null : Number(first)}
        onChange={(id) => onChange({ first: id === null ? '' : String(id) })}
      />
    )
  const choices = choicesOf(field, kind)
  if (choices)
    return (
      <NativeSelect
        label={label}
        error={problem}
        value={first}
        data={[{ value: '', label: '' }, ...choices]}
        onChange={(event) => onChange({ first: event.currentTarget.value })}
      />
    )
  const type = kind === 'date' || kind === 'dates' ? 'date' : kind === 'time' ? 'datetime-local' : 'text'
  const isNumeric = kind === 'number' || kind === 'numbers' || kind === 'days' || kind === 'hours'
  const input = { type, ...(isNumeric && { inputMode: 'decimal' as const }) }
  if (kind !== 'numbers' && kind !== 'dates')
    return (
      <TextInput
        {...input}
        label={label}
        error={problem}
        value={first}
        onChange={(event) => onChange({ first: event.currentTarget.value })}
      />
    )
  return (
    <Group grow gap="xs" align="start">
      <TextInput
        {...input}
        label={t('From')}
        error={problem}
        value={first}
        onChange={(event) => onChange({ first: event.currentTarget.value })}
      />
      <TextInput
        {...input}
        label={t('To')}
        value={second}
        onChange={(event) => onChange({ second: event.currentTarget.value })}
      />
    </Group>
  )
}

function choicesOf({ options = [] }: ListField, kind: Operator['value']) {
  if (kind === 'choice') return options.map((option) => ({ value: option, label: option }))
  if (kind === 'tag') return Object.entries(tagNames).map(([value, label]) => ({ value, label }))
  if (kind === 'alert') return [{ value: 'open', label: t('open') }]
  if (kind === 'state')
    return [
      { value: 'active', label: t('Active') },
      { value: 'inactive', label: t('Inactive') },
    ]
  return undefined
}

function draftOf(fields: readonly ListField[], condition: Condition | undefined): Draft {
  const field = fields.find(({ name }) => name === condition?.field) ?? (fields[0] as ListField)
  const operator =
    field.operators.find(({ name }) => name === condition?.operator) ?? (field.operators[0] as Operator)
  const [first, second] = [condition?.value].flat()
  return { field, operator, first: inputOf(operator, first), second: inputOf(operator, second) }
}

/** Returns the text of an input for a stored value. */
function inputOf({ value: kind }: Operator, value: unknown): string {
  if (kind === 'time') return typeof value === 'string' ? toLocalInput(value).slice(0, 16) : ''
  if (typeof value === 'number')
    return kind === 'place' ? String(value) : withOwnMark(String(kind === 'hours' ? value / 60 : value))
  return typeof value === 'string' ? value : ''
}

/** Returns the value of a draft for the service, or what is wrong with it. */
function valueOf({ operator: { value: kind }, first, second }: Draft) {
  const [one, two] = [first.trim(), second.trim()]
  if (kind === 'none') return { value: undefined }
  if (one === '' || ((kind === 'numbers' || kind === 'dates') && two === ''))
    return { problem: t('Enter a value') }
  switch (kind) {
    case 'place':
      return { value: Number(one) }
    case 'time': {
      const instant = fromLocalInput(one)
      return instant === null ? { problem: t('Enter a date and a time') } : { value: instant }
    }
    case 'days':
    case 'hours':
    case 'number': {
      if (!isNumber(one)) return { problem: t('Enter a number, such as 12.5') }
      const number = Number(withPoint(one))
      if (kind !== 'number' && number < 0) return { problem: t('Enter a number that is not below 0') }
      return { value: kind === 'hours' ? number * 60 : number }
    }
    case 'numbers': {
      if (!isNumber(one) || !isNumber(two)) return { problem: t('Enter a number, such as 12.5') }
      const [from, to] = [Number(withPoint(one)), Number(withPoint(two))]
      return to < from ? { problem: t('The range ends before it begins') } : { value: [from, to] }
    }
    case 'dates':
      return two < one ? { problem: t('The range ends before it begins') } : { value: [one, two] }
    default:
      return { value: one }
  }
}
