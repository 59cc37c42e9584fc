import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useStore } from '../../api/store'
import { t } from '../../languages/messages'
import { areUnsaved, FormsOfDialog, type IsDirty, leaving, onceDiscarded } from '../notices/unsaved'

interface FormDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
}

/** A dialog with a form. Asks before it is closed with text that was typed into the form and not sent. */
export function FormDialog({ opened, onClose, title, children }: FormDialogProps) {
  const [forms] = useState(() => new Set<IsDirty>())
  const isAsked = useStore(leaving) !== null
  return (
    <Modal
      opened={opened}
      onClose={() => onceDiscarded(onClose, () => areUnsaved(forms))}
      closeOnEscape={!isAsked}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FormsOfDialog value={forms}>{children}</FormsOfDialog>
    </Modal>
  )
}
