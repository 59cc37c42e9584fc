import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { t } from '../languages/messages'
import { isNumber, withPoint } from './decimal-mark'
import type { AssetField } from './use-fields'

/** Filters of a list of assets by the values of their fields. A condition is such as 7:contains:blue. */

export const conditionsOf = (filter: string | undefined): string[] => filter?.split('\n') ?? []

/** The inputs, by field and test. */
type Inputs = Readonly<Record<string, string>>

const inputsOf = (conditions: readonly string[]): Inputs =>
  Object.fromEntries(
    conditions.map((condition) => {
      const end = condition.indexOf(':', condition.indexOf(':') + 1)
      return [condition.slice(0, end), condition.slice(end + 1)]
    }),
  )

/** A condition has a number with a decimal point. */
function chosenOf(inputs: Inputs, fields: readonly AssetField[]): string[] {
  const numbers = new Set(fields.filter(({ type }) => type === 'number').map(({ id }) => String(id)))
  return Object.entries(inputs)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => {
      const isOfNumber = numbers.has(name.split(':', 1)[0] ?? '')
      return `${name}:${isOfNumber ? withPoint(value.trim()) : value.trim()}`
    })
}

/** Returns what is wrong with the range of a number or a date. */
function problemOf({ id, type }: AssetField, inputs: Inputs): string | undefined {
  const [from = '', to = ''] = [inputs[`${id}:from`]?.trim(), inputs[`${id}:to`]?.trim()]
  if (type === 'number' && ![from, to].every(isNumber)) return t('Enter a number, such as 12.5')
  if (from === '' || to === '') return undefined
  const isTurned = type === 'number' ? Number(withPoint(to)) < Number(withPoint(from)) : to < from
  return isTurned ? t('The range ends before it begins') : undefined
}

interface FieldFiltersProps {
  readonly fields: readonly AssetField[]
  readonly conditions: readonly string[]
  readonly onChange: (conditions: string | null) => void
}

/** A button that opens the filters. Without fields and conditions, there is none. */
export function FieldFilters({ fields, conditions, onChange }: FieldFiltersProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  if (fields.length === 0 && conditions.length === 0) return null
  const choose = (chosen: readonly string[]) => {
    onChange(chosen.length > 0 ? chosen.join('\n') : null)
    close()
  }
  const count = new Set(conditions.map((condition) => condition.split(':', 1)[0])).size
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} trapFocus width={320} withinPortal>
      <Popover.Target>
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {count === 0
            ? t('Filter by field')
            : t('{count, plural, one {# field filter} other {# field filters}}', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="70vh" style={{ overflowY: 'auto' }} aria-label={t('Filter by field')}>
        <FilterForm fields={fields} initial={inputsOf(conditions)} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterFormProps {
  readonly fields: readonly AssetField[]
  readonly initial: Inputs
  readonly onChoose: (conditions: readonly string[]) => void
}

function FilterForm({ fields, initial, onChoose }: FilterFormProps) {
  const [inputs, setInputs] = useState(initial)
  const set = (name: string, value: string) => setInputs((before) => ({ ...before, [name]: value }))
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (fields.every((field) => problemOf(field, inputs) === undefined)) onChoose(chosenOf(inputs, fields))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields.map((field) => (
          <FieldFilter key={field.id} field={field} inputs={inputs} set={set} />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onChoose([])}>
            {t('Clear')}
          </Button>
          <Button type="submit">{t('Apply')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldFilterProps {
  readonly field: AssetField
  readonly inputs: Inputs
  readonly set: (name: string, value: string) => void
}

function FieldFilter({ field, inputs, set }: FieldFilterProps) {
  const { id, name: label, type, options } = field
  const bound = (name: string) => ({
    value: inputs[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  if (type === 'choice')
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: t('Any value') }, ...options]}
        {...bound(`${id}:is`)}
      />
    )
  if (type === 'text')
    return (
      <TextInput
        label={t('{field} contains', { field: label })}
        maxLength={255}
        {...bound(`${id}:contains`)}
      />
    )
  const kind = type === 'date' ? ({ type: 'date' } as const) : ({ inputMode: 'decimal' } as const)
  return (
    <Group gap="xs" grow preventGrowOverflow={false} align="flex-start">
      <TextInput label={t('{field} from', { field: label })} {...kind} {...bound(`${id}:from`)} />
      <TextInput
        label={t('{field} to', { field: label })}
        {...kind}
        {...bound(`${id}:to`)}
        error={problemOf(field, inputs)}
      />
    </Group>
  )
}
