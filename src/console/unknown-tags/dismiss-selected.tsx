import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { SelectionBar } from '../ui/lists/selection-bar'
import { useLostOpener } from '../ui/notices/use-lost-opener'
import type { Selection } from '../ui/lists/use-selection'
import { dismissTags, whatDismissingDoes } from './dismissals'

interface DismissSelectedProps {
  readonly selection: Selection
}

/**
 * Dismisses the selected tags. The dialog keeps those for which it was opened, because newer tags can move them to the next
 * page, and the selection with its buttons contains only tags that are shown.
 */
export function DismissSelected({ selection }: DismissSelectedProps) {
  const [ids, setIds] = useState<readonly number[]>([])
  const [opened, { open, close }] = useDisclosure(false)
  const loseOpener = useLostOpener(opened)
  return (
    <>
      <SelectionBar selection={selection}>
        <Button
          variant="default"
          aria-label={titleOf(selection.ids)}
          onClick={() => {
            setIds(selection.ids)
            open()
          }}
        >
          {t('Dismiss')}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={titleOf(ids)}
        label={titleOf(ids)}
        onConfirm={async () => {
          await dismissTags(ids)
          loseOpener()
          selection.clear()
        }}
      >
        {whatDismissingDoes}
      </ConfirmDialog>
    </>
  )
}

const titleOf = ({ length: count }: readonly number[]): string =>
  t('Dismiss {count, plural, one {# tag} other {# tags}}', { count })
