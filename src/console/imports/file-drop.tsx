import { Button, Card, FileButton, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { t } from '../languages/messages'

const accept =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Takes a file that the user chooses or drops. */
export function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const open = (file: File | null | undefined): void => {
    if (file) onFile(file)
  }
  function dragOver(event: DragEvent): void {
    event.preventDefault()
    setDraggedOver(true)
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    setDraggedOver(false)
    open(event.dataTransfer.files[0])
  }
  return (
    <Card
      withBorder
      className="drop"
      data-over={isDraggedOver || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <Stack align="center" py="xl">
        <FileButton accept={accept} onChange={open}>
          {(props) => (
            <Button {...props} size="md" leftSection={<IconUpload size={18} aria-hidden />}>
              {t('Choose a file')}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" visibleFrom="sm">
          {t('or drop it here')}
        </Text>
      </Stack>
    </Card>
  )
}
