import { Button, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { type Column, DataTable } from '../ui/lists/data-table'
import { FormDialog } from '../ui/forms/form-dialog'
import { PageHeader } from '../ui/pages/page-header'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { useList } from '../ui/lists/use-list'
import { EmptyList } from '../ui/pages/query-states'
import { type AssetField, fieldsChanged } from './use-fields'

type FieldType = AssetField['type']

const typeLabels: Readonly<Record<FieldType, string>> = {
  text: t('Text'),
  number: t('Number'),
  date: t('Date'),
  choice: t('Choice'),
}

/** Lists the fields of assets, to define, change, order and delete them. */
export function AssetFieldsPage() {
  const list = useList({
    key: ['asset fields', 'list'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/asset-fields', { params: { query: { limit, offset } } })),
  })
  const [edited, setEdited] = useState<AssetField | 'new'>()
  const columns: [Column<AssetField>, ...Column<AssetField>[]] = [
    { key: 'name', label: t('Name'), cell: ({ name }) => name },
    { key: 'key', label: t('Key in metadata'), cell: ({ key }) => key },
    { key: 'type', label: t('Type'), cell: ({ type, options }) => typeText(type, options) },
    { key: 'required', label: t('Required'), cell: (field) => (field.is_required ? t('Yes') : t('No')) },
    {
      key: 'actions',
      label: t('Actions'),
      cell: (field) => (
        <Actions field={field} isLast={field.position === list.total} onEdit={() => setEdited(field)} />
      ),
    },
  ]
  const newField = (
    <Button variant="filled" onClick={() => setEdited('new')}>
      {t('New field')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Asset fields')}
        subtitle={t('Fields appear in the forms and on the pages of assets, in exports and in imports.')}
        back={{ href: '/settings', label: t('Settings') }}
      >
        {!list.isEmpty && newField}
      </PageHeader>
      <DataTable
        name={t('Asset fields')}
        storedAs="Asset fields"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        isOrderedByUser
        empty={<NoFields action={newField} />}
      />
      <FormDialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('New field') : t('Edit {name}', { name: edited?.name ?? '' })}
      >
        {edited !== undefined && (
          <FieldForm field={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
        )}
      </FormDialog>
    </>
  )
}

const NoFields = ({ action }: { readonly action: ReactNode }) => (
  <EmptyList title={t('Fields of assets appear here')} action={action}>
    {t('No fields yet. Add one for what you record about every asset, such as a serial number.')}
  </EmptyList>
)

const typeText = (type: FieldType, options: readonly string[]): string =>
  type === 'choice' ? t('Choice: {options}', { options: options.join(', ') }) : typeLabels[type]

interface ActionsProps {
  readonly field: AssetField
  readonly isLast: boolean
  readonly onEdit: () => void
}

function Actions({ field: { id, name, position }, isLast, onEdit }: ActionsProps) {
  const params = { path: { asset_field: id } }

  async function move(to: number): Promise<void> {
    await dataOf(api.PATCH('/internal/v1/asset-fields/{asset_field}', { params, body: { position: to } }))
    await fieldsChanged()
  }

  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/asset-fields/{asset_field}', { params }))
    toastDone(t('{name} deleted', { name }))
    await fieldsChanged()
  }

  return (
    <Group gap="xs">
      <Button variant="default" size="compact-sm" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Move {name} up', { name })}
        disabled={position === 1}
        onClick={() => void move(position - 1).catch(toastProblem)}
      >
        {t('Up')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Move {name} down', { name })}
        disabled={isLast}
        onClick={() => void move(position + 1).catch(toastProblem)}
      >
        {t('Down')}
      </Button>
      <ConfirmButton
        label={t('Delete')}
        title={t('Delete field “{name}”', { name })}
        confirm={t('Delete field')}
        size="compact-sm"
        onConfirm={remove}
      >
        {t('Forms and lists no longer show the field. The values remain in the metadata of the assets.')}
      </ConfirmButton>
    </Group>
  )
}

/** Returns a key for a field with this name: "Serial no." becomes "serial_no". */
const keyFor = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface FieldFormProps {
  /** Undefined for a new field. */
  readonly field: AssetField | undefined
  readonly onDone: () => void
}

/** Finds the field that was sent. Its key is unique. */
async function findCreated(sent: { name: string; key: string; type: FieldType }) {
  const key = sent.key === '' ? keyFor(sent.name) : sent.key
  const { data } = await dataOf(api.GET('/internal/v1/asset-fields'))
  const found = data.find((one) => one.key === key && one.name === sent.name && one.type === sent.type)
  return found && { data: found }
}

function useFieldForm({ field, onDone }: FieldFormProps) {
  return useApiForm({
    initial: {
      name: field?.name ?? '',
      key: field?.key ?? '',
      type: field?.type ?? ('text' as FieldType),
      options: field?.options.join('\n') ?? '',
      is_required: field?.is_required ?? false,
    },
    submit: ({ name, key, type, options, is_required }) => {
      const body = { name, is_required, ...(type === 'choice' && { options: linesOf(options) }) }
      if (!field) {
        const created = { ...body, type, key: key === '' ? keyFor(name) : key }
        return dataOf(api.POST('/internal/v1/asset-fields', { body: created }))
      }
      const params = { path: { asset_field: field.id } }
      const changed = { ...body, updated_at: field.updated_at }
      return dataOf(api.PATCH('/internal/v1/asset-fields/{asset_field}', { params, body: changed }))
    },
    ...(!field && { look: findCreated }),
    done({ data }) {
      toastDone(field ? t('Saved') : t('{name} created', { name: data.name }))
      void fieldsChanged()
      onDone()
    },
  })
}

function FieldForm(props: FieldFormProps) {
  const form = useFieldForm(props)
  const isNew = props.field === undefined
  const { name, type } = form.values
  return (
    <Form form={form} label={isNew ? t('Create field') : t('Save')}>
      <TextInput label={t('Name')} required data-autofocus {...form.text('name')} />
      {isNew && (
        <>
          <NativeSelect
            label={t('Type')}
            name="type"
            data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
            value={type}
            onChange={(event) => form.set('type', event.currentTarget.value as FieldType)}
          />
          <TextInput
            label={t('Key in metadata')}
            description={t("API clients find the value under this key. It can't be changed later.")}
            placeholder={keyFor(name)}
            spellCheck={false}
            autoCapitalize="off"
            {...form.text('key')}
          />
        </>
      )}
      {type === 'choice' && (
        <Textarea
          label={t('Options')}
          description={t('One option in each line.')}
          required
          autosize
          minRows={3}
          {...form.text('options')}
        />
      )}
      <Switch
        label={t('Required')}
        description={t('The forms of the console require a value. The API does not.')}
        {...form.toggle('is_required')}
      />
    </Form>
  )
}
