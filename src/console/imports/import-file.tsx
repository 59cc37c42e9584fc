import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { downloadCsv } from '../ui/values/download'
import { Pairs } from '../ui/values/pairs'
import { Section } from '../ui/pages/section'
import { toastProblem } from '../ui/notices/toasts'
import { FileDrop } from './file-drop'
import { template } from './files'
import { FileSource } from './file-source'
import { openFile } from './import-run'
import type { Source } from './reading/read-file'

interface ChooseFileProps {
  readonly problem: string | undefined
  /** How the file with the problem was read. */
  readonly source: Source | undefined
}

export const SourceOfFile = ({ source }: { readonly source: Source }) => (
  <FileSource source={source} onChoose={(chosen) => void openFile(source.file, chosen).catch(toastProblem)} />
)

export const ChooseFile = ({ problem, source }: ChooseFileProps) => (
  <Stack>
    {problem !== undefined && (
      <Alert color="red" title={t("This file can't be imported")} role="alert">
        {problem}
      </Alert>
    )}
    {source && <SourceOfFile source={source} />}
    <FileDrop onFile={(file) => void openFile(file).catch(toastProblem)} />
    <Columns />
  </Stack>
)

const columnDescriptions: readonly (readonly [column: string, description: string])[] = [
  [
    'external_key',
    t('A row with the key of an existing asset updates that asset. Any other row adds an asset.'),
  ],
  ['name', t('Required for a new asset.')],
  ['description', t('Text, on one or more lines.')],
  ['is_active', t('Yes or no, in many languages, or active or inactive.')],
  ['valid_from, valid_to', t('Dates such as 2027-12-31, 31.12.2027 or 12/31/2027, with or without a time.')],
  ['tags_rfid, tags_ble, tags_barcode', t('Tags to add. Separate several tags with |.')],
  ['location', t('Key, path or name of a location. A scan places the asset there.')],
  ['metadata', t('Extra data as a JSON object. It replaces the current metadata.')],
]

const Columns = () => (
  <Section
    id="columns"
    title={t('File format')}
    aside={
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadCsv('assets-template.csv', [template()])}
      >
        {t('Download template')}
      </Button>
    }
  >
    <Text size="sm" mb="xs">
      {t(
        'The first line contains the column names, in any order. You can map columns with other names in the next step. Fields without a column stay unchanged. An empty cell clears description, valid_to and metadata. You can import an exported file again.',
      )}
    </Text>
    <Pairs pairs={columnDescriptions} />
  </Section>
)
