import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Schemas } from '../api/client'
import { useLostOpener } from '../ui/notices/use-lost-opener'

type UnknownTag = Schemas['UnknownTag']

export interface TagDialogProps {
  /** The tag for which the dialog was opened last. */
  readonly tag: UnknownTag | undefined
  readonly opened: boolean
  readonly onClose: () => void
  /** Called when an action has removed the row with the button that opened the dialog. */
  readonly loseOpener: () => void
}

export interface TagDialog extends TagDialogProps {
  readonly openFor: (tag: UnknownTag) => void
}

/**
 * The state of a dialog about a tag of the list. The page keeps the tag and not its row, because newer tags can move the row
 * to the next page while the dialog is open.
 */
export function useTagDialog(): TagDialog {
  const [tag, setTag] = useState<UnknownTag>()
  const [opened, { open, close }] = useDisclosure(false)
  const loseOpener = useLostOpener(opened)
  function openFor(next: UnknownTag): void {
    setTag(next)
    open()
  }
  return { tag, opened, onClose: close, loseOpener, openFor }
}
