import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from '../../api/store'
import { t } from '../../languages/messages'
import { leaving } from './unsaved'

/** Asks whether to discard unsaved text before the page changes. */
export function UnsavedDialog() {
  const leave = useStore(leaving)
  // A dialog that is open at its first render does not remember what had the focus.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(leave !== null), [leave])
  const stay = () => leaving.set(null)
  return (
    <Modal
      opened={opened}
      onClose={stay}
      title={t('Discard your changes?')}
      centered
      // Above a dialog with unsaved text, which may have been opened later.
      zIndex={getDefaultZIndex('modal') + 1}
      // Not with closeOnEscape: the other dialog ignores the key while this one is open, and both listen to the window.
      closeOnEscape={false}
      onKeyDown={(event) => event.key === 'Escape' && stay()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text>{t('You have entered text on this page that is not saved.')}</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={stay} data-autofocus>
          {t('Keep editing')}
        </Button>
        <Button color="red.7" onClick={() => leave?.()}>
          {t('Discard changes')}
        </Button>
      </Group>
    </Modal>
  )
}
