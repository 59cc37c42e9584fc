import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'

interface ChangeKeyProps {
  readonly what: 'asset' | 'location'
  readonly externalKey: string
  readonly rename: (body: { external_key: string }) => Promise<unknown>
  readonly done: () => Promise<unknown>
}

/** Another key for an asset or a location: what other systems know it by. */
export function ChangeKey(props: ChangeKeyProps) {
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
        <ChangeKeyForm {...props} close={close} />
      </Modal>
    </>
  )
}

function ChangeKeyForm({
  what,
  externalKey,
  rename,
  done,
  close,
}: ChangeKeyProps & { readonly close: () => void }) {
  const form = useApiForm({
    initial: { external_key: externalKey },
    submit: async (body) => {
      await rename(body)
      return body.external_key
    },
    done: (key) => {
      close()
      toastDone(`The key is ${key} now`)
      void done()
    },
  })
  return (
    <Form form={form} label="Rename">
      <TextInput
        label="Key"
        description={`Other systems that know the ${what} by its old key won't find it any more`}
        data-autofocus
        required
        {...form.text('external_key')}
      />
    </Form>
  )
}
