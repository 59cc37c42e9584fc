import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../languages/messages'
import { toastProblem } from './toasts'
import { focusContent } from './use-lost-opener'

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Names the action and its object: "Delete Dock 1". */
  readonly title: string
  /** The label of the button, a verb. */
  readonly label: string
  /** Explains what will happen, in a sentence or two. */
  readonly children: ReactNode
  readonly onConfirm: () => Promise<unknown>
}

/** Asks for confirmation of an action that can't be undone. */
export function ConfirmDialog({ opened, onClose, title, label, children, onConfirm }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const isConfirmed = useRef(false)
  useEffect(
    () => () => {
      // The row of the button was deleted, and the focus with it.
      if (isConfirmed.current && document.activeElement === document.body) focusContent()
    },
    [],
  )

  async function confirm(): Promise<void> {
    setBusy(true)
    isConfirmed.current = true
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      isConfirmed.current = false
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`${title}?`}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text>{children}</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button color="red.7" loading={isBusy} onClick={() => void confirm()}>
          {label}
        </Button>
      </Group>
    </Modal>
  )
}
