import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'

type DialogProps = Pick<ConfirmDialogProps, 'children' | 'onConfirm'>

interface ConfirmButtonProps extends Omit<ButtonProps, 'children'>, DialogProps {
  /** The text of the button, which may be short where its row names the object: "Delete". */
  readonly label: string
  /** Names the action and its object: "Delete backup A". The label when it names the object. */
  readonly title?: string
  /** The button of the dialog, which names the kind of the object: "Delete backup". Otherwise the title. */
  readonly confirm?: string
}

/** A button for an action that can't be undone. It asks for confirmation. */
export function ConfirmButton({
  label,
  title = label,
  confirm = title,
  children,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        {...button}
        onClick={open}
        // The name of a button contains its text (WCAG 2.2, 2.5.3), which a title in another language may not.
        aria-label={label === confirm ? undefined : title}
      >
        {label}
      </Button>
      <ConfirmDialog {...{ opened, title, onConfirm }} label={confirm} onClose={close}>
        {children}
      </ConfirmDialog>
    </>
  )
}
