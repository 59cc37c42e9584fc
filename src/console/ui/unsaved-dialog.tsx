import { Button, Group, Modal, Text } from '@mantine/core'
import { useStore } from '../api/store'
import { leaving } from './unsaved'

/** Asks whether to discard unsaved text before the page changes. */
export function UnsavedDialog() {
  const leave = useStore(leaving)
  const stay = () => leaving.set(null)
  return (
    <Modal
      opened={leave !== null}
      onClose={stay}
      title="Discard your changes?"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>You have entered text on this page that is not saved.</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={stay} data-autofocus>
          Keep editing
        </Button>
        <Button color="red.9" onClick={() => leave?.()}>
          Discard changes
        </Button>
      </Group>
    </Modal>
  )
}
