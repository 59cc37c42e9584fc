import { Button, Group, Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { toast, toastProblem } from './toasts'

const undoMs = 10_000

/** Shows what was done, and offers to undo it. */
export async function toastUndo(message: string, undo: () => Promise<unknown>): Promise<void> {
  const onUndo = () => {
    hide()
    void undo().catch(toastProblem)
  }
  const hide = await toast({
    color: 'teal',
    autoClose: undoMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button variant="default" size="compact-sm" onClick={onUndo}>
          {t('Undo')}
        </Button>
      </Group>
    ),
  })
}
