import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { missing } from '../api/errors'
import { t } from '../languages/messages'
import { type RecordKind, recordName, RecordSelect } from '../records/record-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import type { TagDialogProps } from './tag-dialog'

type UnknownTag = Schemas['UnknownTag']

const targets = [
  { value: 'asset' as const, label: t('An asset') },
  { value: 'new' as const, label: t('A new asset') },
  { value: 'location' as const, label: t('A location') },
]

/** Assigns an unknown tag to an asset, together with its history, or to a location. */
export const BindTag = ({ tag, opened, onClose, loseOpener }: TagDialogProps) => (
  <FormDialog
    opened={opened}
    onClose={onClose}
    title={<span className="tag-value">{tag && t('Assign {value}', { value: tag.value })}</span>}
  >
    {tag && (
      <AssignForm
        tag={tag}
        onDone={() => {
          loseOpener()
          onClose()
        }}
      />
    )}
  </FormDialog>
)

interface BindProps {
  readonly tag: UnknownTag
  readonly onDone: () => void
}

function AssignForm(props: BindProps) {
  const [target, setTarget] = useState<'asset' | 'new' | 'location'>('asset')
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {target === 'location'
          ? t('Scanning the tag with a handheld then selects the location.')
          : t('The history of the tag moves to the asset.')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={t('Assign to')}
        data={targets}
        value={target}
        onChange={setTarget}
      />
      {target === 'new' ? <ToNewAsset {...props} /> : <ToRecord key={target} kind={target} {...props} />}
    </Stack>
  )
}

const bind = async (tag: UnknownTag, kind: RecordKind, id: number): Promise<void> => {
  const params = { path: { unknown_tag: tag.id } }
  const body = kind === 'asset' ? { asset_id: id } : { location_id: id }
  await dataOf(api.POST('/internal/v1/unknown-tags/{unknown_tag}/bind', { params, body }))
}

async function onBound(tag: UnknownTag, kind: RecordKind, name: string): Promise<void> {
  toastDone(t('{value} assigned to {name}', { value: tag.value, name }))
  const changed = kind === 'asset' ? ['asset', 'assets', 'report'] : ['location', 'locations']
  await Promise.all(
    ['unknown-tags', ...changed].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}

function ToRecord({ tag, kind, onDone }: BindProps & { readonly kind: RecordKind }) {
  const field = `${kind}_id` as const
  const form = useApiForm<{ asset_id: number | null; location_id: number | null }, string>({
    initial: { asset_id: null, location_id: null },
    submit: async (values) => {
      const id = values[field]
      if (id === null)
        throw missing(field, kind === 'asset' ? t('Choose an asset.') : t('Choose a location.'))
      const name = await recordName(kind, id)
      await bind(tag, kind, id)
      return name
    },
    done: (name) => {
      onDone()
      void onBound(tag, kind, name)
    },
  })
  return (
    <Form form={form} label={kind === 'asset' ? t('Assign to asset') : t('Assign to location')}>
      <RecordSelect
        kind={kind}
        label={kind === 'asset' ? t('Asset') : t('Location')}
        placeholder={t('Search by name or key')}
        openOnFocus={false}
        data-autofocus
        {...form.choice(field)}
        onChange={(id) => form.set(field, id)}
      />
    </Form>
  )
}

function ToNewAsset({ tag, onDone }: BindProps) {
  // When the asset was created but binding the tag failed, the next attempt only binds.
  const created = useRef<{ readonly id: number; readonly name: string }>(undefined)
  const form = useApiForm({
    initial: { name: '', external_key: '' },
    submit: async ({ name, external_key: key }) => {
      const body = { name, ...(key !== '' && { external_key: key }) }
      created.current ??= (await dataOf(api.POST('/api/v1/assets', { body }))).data
      await bind(tag, 'asset', created.current.id)
      return created.current.name
    },
    done: (name) => {
      onDone()
      void onBound(tag, 'asset', name)
    },
  })
  return (
    <Form form={form} label={t('Create and assign')}>
      <TextInput label={t('Name')} required data-autofocus {...form.text('name')} />
      <TextInput
        label={t('Key')}
        description={t('Letters, digits and hyphens. If you leave this empty, the service assigns a key.')}
        {...form.text('external_key')}
      />
    </Form>
  )
}
