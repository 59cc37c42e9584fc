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
  const [isOver, setOver] = useState(false)

  function over(event: DragEvent): void {
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
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
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
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

const explained: readonly (readonly [column: string, what: string])[] = [
  [
    'external_key',
    'Your own key. A row with the key of an asset changes it; without a key an asset is added.',
  ],
  ['name', 'Needed for a new asset.'],
  ['description', 'May have several lines.'],
  ['is_active', 'true or false, yes or no.'],
  ['valid_from, valid_to', 'Timestamps such as 2027-05-01T06:00:00Z.'],
  ['tags_rfid, tags_ble, tags_barcode', 'Tags that are added; several with | between them.'],
  ['metadata', 'A JSON object of your own, which takes the place of the old one.'],
]

const Columns = () => (
  <Section
    id="columns"
    title="What a file may have"
    aside={
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadCsv('assets-template.csv', [template()])}
      >
        Template
      </Button>
    }
  >
    <Text size="sm" mb="xs">
      The first line names the columns, in any order. What a column is that has another name can be chosen in
      the next step. Columns that the file does not have are left as they are, and an empty cell clears
      description, valid_to and metadata. An exported file can be imported again.
    </Text>
    <Table aria-label="Columns">
      <Table.Tbody>
        {explained.map(([column, what]) => (
          <Table.Tr key={column}>
            <Table.Th scope="row">{column}</Table.Th>
            <Table.Td>{what}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Section>
)
