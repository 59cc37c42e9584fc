import { Alert, Button, Card, FileButton, Stack, Table, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { downloadCsv } from '../ui/download'
import { Section } from '../ui/section'
import { toastProblem } from '../ui/toasts'
import { template } from './files'
import { openFile } from './import-run'

const accept = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

const open = (file: File | null | undefined): void => {
  if (file) openFile(file).catch(toastProblem)
}

export function ChooseFile({ problem }: { readonly problem: string | undefined }) {
  const [isDraggedOver, setDraggedOver] = useState(false)

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
    <Stack>
      {problem !== undefined && (
        <Alert color="red" title="This file can’t be imported" role="alert">
          {problem}
        </Alert>
      )}
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
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text c="dimmed" visibleFrom="sm">
            or drop it here
          </Text>
        </Stack>
      </Card>
      <Columns />
    </Stack>
  )
}

const columnDescriptions: readonly (readonly [column: string, description: string])[] = [
  [
    'external_key',
    'A row with the key of an existing asset updates that asset. Any other row adds an asset.',
  ],
  ['name', 'Required for a new asset.'],
  ['description', 'Text, on one or more lines.'],
  ['is_active', 'true or false, yes or no.'],
  ['valid_from, valid_to', 'Timestamps such as 2027-05-01T06:00:00Z.'],
  ['tags_rfid, tags_ble, tags_barcode', 'Tags to add. Separate several tags with |.'],
  ['metadata', 'Extra data as a JSON object. It replaces the current metadata.'],
]

const Columns = () => (
  <Section
    id="columns"
    title="File format"
    aside={
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadCsv('assets-template.csv', [template()])}
      >
        Download template
      </Button>
    }
  >
    <Text size="sm" mb="xs">
      The first line contains the column names, in any order. You can map columns with other names in the next
      step. Fields without a column stay unchanged. An empty cell clears description, valid_to and metadata.
      You can import an exported file again.
    </Text>
    <Table aria-label="Columns">
      <Table.Tbody>
        {columnDescriptions.map(([column, description]) => (
          <Table.Tr key={column}>
            <Table.Th scope="row">{column}</Table.Th>
            <Table.Td>{description}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Section>
)
