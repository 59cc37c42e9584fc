import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import type { ApiForm } from '../ui/forms/use-api-form'
import type { AssetField } from './use-fields'
import { type FieldInputs as Inputs, inputName } from './values'

interface FieldInputsProps {
  readonly fields: readonly AssetField[]
  /** The form may have more inputs than those of the fields. */
  readonly form: Pick<ApiForm<Inputs>, 'text' | 'set'>
  /** Whether an empty input leaves the field as it is, in the form for several assets. */
  readonly isBulk?: boolean
}

/** The inputs of the fields that the organization has defined. */
export const FieldInputs = ({ fields, form, isBulk = false }: FieldInputsProps) =>
  fields.map((field) => <FieldInput key={field.id} field={field} form={form} isBulk={isBulk} />)

interface FieldInputProps extends Required<Omit<FieldInputsProps, 'fields'>> {
  readonly field: AssetField
}

function FieldInput({ field, form, isBulk }: FieldInputProps) {
  const name = inputName(field)
  const bound = form.text(name)
  const shared = { label: field.name, required: field.is_required && !isBulk }
  if (field.type !== 'choice') return <TextInput {...shared} {...inputProps[field.type]} {...bound} />
  const isKnown = bound.value === '' || field.options.includes(bound.value)
  return (
    <NativeSelect
      {...shared}
      {...bound}
      data={[
        { value: '', label: isBulk ? t('No change') : t('No value') },
        ...field.options,
        // An option that was removed, or a value that another program has set.
        ...(isKnown ? [] : [bound.value]),
      ]}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

const inputProps = {
  text: {},
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
} as const
