import { TextInput } from '@mantine/core'
import { invalid } from '../api/errors'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LocationTreeSelect } from '../locations/location-tree-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { assetFound, searchesChanged } from '../records/search-queries'
import { assetsMoved } from '../assets/move-assets'

interface FoundFormProps {
  readonly asset: { readonly id: number; readonly name: string }
  /** The place that the page offers. */
  readonly placeId: number | null
  readonly onClose: () => void
  readonly onFound: () => void
}

/** Says where the asset is. A reader that reads it elsewhere moves it again. */
export const FoundDialog = ({ opened, ...form }: FoundFormProps & { readonly opened: boolean }) => (
  <FormDialog opened={opened} onClose={form.onClose} title={t('Found {name}', { name: form.asset.name })}>
    <FoundForm {...form} />
  </FormDialog>
)

function FoundForm({ asset, placeId, onFound }: FoundFormProps) {
  const { data: locations } = useLocationTree()
  const form = useApiForm<{ location_id: number | null; note: string }, unknown>({
    initial: { location_id: placeId, note: '' },
    submit: ({ location_id: id, note }) => {
      if (id === null) throw invalid('location_id', t('Choose a location'))
      return assetFound(asset.id, id, note.trim())
    },
    done: () => {
      toastDone(t('{name} found', { name: asset.name }))
      void searchesChanged()
      void assetsMoved()
      onFound()
    },
  })
  const { value, error } = form.choice('location_id')
  return (
    <Form form={form} label={t('Save')}>
      <LocationTreeSelect
        label={t('Where is it?')}
        description={t('Recorded as a scan at this moment. A reader that reads a tag moves the asset again.')}
        placeholder={t('Choose a location')}
        openOnFocus={false}
        locations={locations?.all ?? []}
        value={value}
        error={error}
        onChange={(chosen) => form.set('location_id', chosen)}
      />
      <TextInput label={t('Note (optional)')} maxLength={1000} {...form.text('note')} />
    </Form>
  )
}
