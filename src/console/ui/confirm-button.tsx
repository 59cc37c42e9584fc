import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { toastProblem } from './toasts'

interface ConfirmButtonProps extends ButtonProps {
  /** The label of the button and the title of the dialog, a verb: "Revoke". */
  readonly label: string
  /** Explains what will happen, in a sentence or two. */
  readonly children: ReactNode
  readonly onConfirm: () => Promise<unknown>
  /** The name of the object, when a page has several of these buttons. */
  readonly ofWhat?: string
}

/** A button for an action that can't be undone. It asks for confirmation. */
export function ConfirmButton({ label, ofWhat, children, onConfirm, ...button }: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isBusy, setBusy] = useState(false)

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await onConfirm()
      close()
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  const title = ofWhat === undefined ? label : `${label} ${ofWhat}`
  return (
    <>
      <Button variant="default" {...button} onClick={open} aria-label={title}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`${title}?`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text>{children}</Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" loading={isBusy} onClick={() => void confirm()}>
            {label}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
