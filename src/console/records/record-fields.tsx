import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import { fromLocalInput, toLocalInput } from '../ui/values/format'
import type { ApiForm } from '../ui/forms/use-api-form'

/** The inputs that the forms of assets and locations share. */
export type RecordInputs = {
  description: string
  is_active: boolean
  valid_from: string
  valid_to: string
}

export const noRecord: RecordInputs = { description: '', is_active: true, valid_from: '', valid_to: '' }

interface RecordView {
  readonly description: string | null
  readonly is_active: boolean
  readonly valid_from: string
  readonly valid_to: string | null
}

export const recordInputsOf = (row: RecordView): RecordInputs => ({
  description: row.description ?? '',
  is_active: row.is_active,
  valid_from: toLocalInput(row.valid_from),
  valid_to: toLocalInput(row.valid_to),
})

/**
 * Returns the fields of the request: those whose inputs differ from `before`. A field that did not change is not sent, so
 * that it keeps what an input can't hold, such as fractions of a second.
 */
export function recordChangesOf(inputs: RecordInputs, before: RecordInputs) {
  const isChanged = (name: keyof RecordInputs) => inputs[name] !== before[name]
  const from = fromLocalInput(inputs.valid_from)
  return {
    ...(isChanged('description') && { description: inputs.description === '' ? null : inputs.description }),
    ...(isChanged('is_active') && { is_active: inputs.is_active }),
    ...(isChanged('valid_from') && from !== null && { valid_from: from }),
    ...(isChanged('valid_to') && { valid_to: fromLocalInput(inputs.valid_to) }),
  }
}

interface RecordFieldsProps {
  /** The form may have more fields than these. */
  readonly form: {
    readonly text: ApiForm<RecordInputs>['text']
    readonly toggle: ApiForm<RecordInputs>['toggle']
  }
}

export const RecordFields = ({ form }: RecordFieldsProps) => (
  <>
    <Textarea label={t('Description')} autosize minRows={2} {...form.text('description')} />
    <Switch label={t('Active')} {...form.toggle('is_active')} />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label={t('Valid from')} type="datetime-local" step={1} {...form.text('valid_from')} />
      <TextInput
        label={t('Valid to')}
        description={t('Leave empty for no end date.')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="datetime-local"
        step={1}
        {...form.text('valid_to')}
      />
    </SimpleGrid>
  </>
)
