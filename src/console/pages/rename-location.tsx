import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, type Schemas } from '../api/client'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { locationsChanged } from './use-locations'

type View = Schemas['LocationView']

/** Another key for a location: what other systems know it by. */
export function RenameLocation({ location }: { readonly location: View }) {
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
        <RenameForm location={location} onDone={close} />
      </Modal>
    </>
  )
}

function RenameForm({ location, onDone }: { readonly location: View; readonly onDone: () => void }) {
  const form = useApiForm({
    initial: { external_key: location.external_key },
    submit: (body) => {
      const params = { path: { location_id: location.id } }
      return dataOf(api.POST('/api/v1/locations/{location_id}/rename', { params, body }))
    },
    done: ({ data }) => {
      onDone()
      toastDone(`The key is ${data.external_key} now`)
      void locationsChanged()
    },
  })
  return (
    <Form form={form} label="Rename">
      <TextInput
        label="Key"
        description="Other systems that know the location by its old key won't find it any more"
        data-autofocus
        required
        {...form.text('external_key')}
      />
    </Form>
  )
}
