import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { t } from '../languages/messages'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'

type DialogProps = Pick<ConfirmDialogProps, 'label' | 'children' | 'onConfirm'>

interface ConfirmButtonProps extends Omit<ButtonProps, 'children'>, DialogProps {
  /** The name of the object, when a page has several of these buttons. */
  readonly ofWhat?: string
}

/** A button for an action that can't be undone. It asks for confirmation. */
export function ConfirmButton({ label, ofWhat, children, onConfirm, ...button }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const title = ofWhat === undefined ? label : t('{action} {what}', { action: label, what: ofWhat })
  return (
    <>
      <Button variant="default" {...button} onClick={open} aria-label={title}>
        {label}
      </Button>
      <ConfirmDialog {...{ opened, title, label, onConfirm }} onClose={close}>
        {children}
      </ConfirmDialog>
    </>
  )
}
