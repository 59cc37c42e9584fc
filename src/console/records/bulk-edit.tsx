import { Button, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { invalid } from '../api/errors'
import { FieldInputs } from '../fields/field-inputs'
import type { AssetField } from '../fields/use-fields'
import {
  fieldChangesOf,
  fieldInputsOf,
  type FieldInputs as FieldInputValues,
  inputName,
  type MetadataChanges,
} from '../fields/values'
import { fieldName } from '../languages/field-names'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { fromLocalInput } from '../ui/values/format'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import type { BulkFailure } from '../ui/lists/use-bulk'

/** The fields that several assets or locations can be given at once. */
export interface BulkChanges {
  readonly is_active?: boolean
  readonly description?: string | null
  readonly valid_from?: string
  readonly valid_to?: string | null
  /** Only of assets. */
  readonly metadata_changes?: MetadataChanges
}

interface BulkEditProps {
  /** The rows in words: "3 assets". */
  readonly what: string
  /** Number of rows. */
  readonly count: number
  /** The fields that the organization has defined, for assets. */
  readonly fields?: readonly AssetField[]
  readonly onSave: (changes: BulkChanges) => Promise<readonly BulkFailure[]>
}

/** Edits several records at once. Fields that stay empty do not change. */
export function BulkEdit({ what, count, fields = [], onSave }: BulkEditProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open} aria-label={t('Edit {what}', { what })}>
        {t('Edit')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('Edit {what}', { what })}>
        <EditForm count={count} fields={fields} onSave={onSave} onDone={close} />
      </FormDialog>
    </>
  )
}

type Inputs = FieldInputValues & {
  status: string
  description: string
  isWithoutDescription: boolean
  valid_from: string
  valid_to: string
  isWithoutEnd: boolean
}

const unchanged: Inputs = {
  status: '',
  description: '',
  isWithoutDescription: false,
  valid_from: '',
  valid_to: '',
  isWithoutEnd: false,
}

const statuses = [
  { value: '', label: t('No change') },
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
]

function changesOf(inputs: Inputs, fields: readonly AssetField[]): BulkChanges {
  const from = fromLocalInput(inputs.valid_from)
  const to = fromLocalInput(inputs.valid_to)
  const filled = fields.filter((field) => (inputs[inputName(field)] ?? '').trim() !== '')
  return {
    ...(inputs.status !== '' && { is_active: inputs.status === 'active' }),
    ...(inputs.isWithoutDescription
      ? { description: null }
      : inputs.description !== '' && { description: inputs.description }),
    ...(from !== null && { valid_from: from }),
    ...(inputs.isWithoutEnd ? { valid_to: null } : to !== null && { valid_to: to }),
    ...(filled.length > 0 && { metadata_changes: fieldChangesOf(inputs, {}, filled) }),
  }
}

/** Throws when the dates are reversed, because each of the rows would be refused. */
function checkOrder({ valid_from: from, valid_to: to }: BulkChanges): void {
  if (from === undefined || typeof to !== 'string' || !(Date.parse(to) <= Date.parse(from))) return
  const names = { field: fieldName('valid_to'), other: fieldName('valid_from') }
  throw invalid('valid_to', t('{field} must be after {other}', names))
}

interface EditFormProps extends Pick<BulkEditProps, 'count' | 'onSave'> {
  readonly fields: readonly AssetField[]
  readonly onDone: () => void
}

function EditForm({ count, fields, onSave, onDone }: EditFormProps) {
  const form = useApiForm<Inputs, unknown>({
    initial: { ...unchanged, ...fieldInputsOf({}, fields) },
    submit: async (inputs) => {
      const changes = changesOf(inputs, fields)
      if (Object.keys(changes).length === 0) throw new Error(t('Fill in at least one field.'))
      checkOrder(changes)
      const failures = await onSave(changes)
      const [first] = failures
      // The dialog stays open, so that the user can correct the values. Otherwise the failed rows are reported below it.
      if (first && failures.length === count)
        throw new Error(
          t('Nothing was changed. {name}: {reason}', { name: first.name, reason: first.reason }),
        )
      return failures
    },
    done: onDone,
  })
  const { status, isWithoutDescription, isWithoutEnd } = form.values
  return (
    <Form form={form} label={t('Save')}>
      <Text size="sm" c="dimmed">
        {t('Fields that you leave empty do not change.')}
      </Text>
      <NativeSelect
        label={t('Status')}
        name="status"
        data={statuses}
        value={status}
        onChange={(event) => form.set('status', event.currentTarget.value)}
      />
      <Stack gap="xs">
        <Textarea
          label={t('Description')}
          autosize
          minRows={2}
          disabled={isWithoutDescription}
          {...form.text('description')}
        />
        <Checkbox label={t('Remove the description')} {...form.toggle('isWithoutDescription')} />
      </Stack>
      <FieldInputs fields={fields} form={form} isBulk />
      <TextInput label={t('Valid from')} type="datetime-local" step={1} {...form.text('valid_from')} />
      <Stack gap="xs">
        <TextInput
          label={t('Valid to')}
          type="datetime-local"
          step={1}
          disabled={isWithoutEnd}
          {...form.text('valid_to')}
        />
        <Checkbox label={t('No end date')} {...form.toggle('isWithoutEnd')} />
      </Stack>
    </Form>
  )
}
