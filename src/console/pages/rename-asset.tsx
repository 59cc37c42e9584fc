import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, type Schemas } from '../api/client'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { assetChanged } from './use-asset'

type Asset = Schemas['AssetView']

/** Another key for an asset: what other systems know it by. */
export function RenameAsset({ asset }: { readonly asset: Asset }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Rename
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Change the key"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RenameForm asset={asset} onDone={close} />
      </Modal>
    </>
  )
}

function RenameForm({ asset, onDone }: { readonly asset: Asset; readonly onDone: () => void }) {
  const form = useApiForm({
    initial: { external_key: asset.external_key },
    submit: (body) => {
      const params = { path: { asset_id: asset.id } }
      return dataOf(api.POST('/api/v1/assets/{asset_id}/rename', { params, body }))
    },
    done: ({ data }) => {
      onDone()
      toastDone(`The key is ${data.external_key} now`)
      void assetChanged(asset.id)
    },
  })
  return (
    <Form form={form} label="Rename">
      <TextInput
        label="Key"
        description="Other systems that know the asset by its old key won't find it any more"
        data-autofocus
        required
        {...form.text('external_key')}
      />
    </Form>
  )
}
