import { Alert, Button, Card, Group, SegmentedControl, Stack, Table, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Section } from '../ui/pages/section'
import { toastProblem } from '../ui/notices/toasts'
import { useUnsaved } from '../ui/notices/unsaved'
import { ColumnChoices } from './column-choices'
import type { CsvRecord } from './reading/csv'
import { FileDrop } from './file-drop'
import { areHeadings } from './cells/column-names'
import { isRejectionHead } from './cells/informative'
import { LocationPreview } from './location-preview'
import {
  guessLocationMapping,
  type LocationMapping,
  locationsOfList,
  locationsOfRecords,
  type LocationTarget,
  locationTargets,
} from './location-rows'
import { FileSource } from './file-source'
import { readFile, type Chosen, type Source } from './reading/read-file'

const sources = [
  { value: 'list', label: t('Paste a list') },
  { value: 'file', label: t('CSV file') },
]

/** Imports locations from an indented list or from a file. The page shows the tree before anything is saved. */
export function ImportLocationsPage() {
  const [source, setSource] = useState('list')
  return (
    <>
      <PageHeader
        title={t('Import locations')}
        subtitle={t('Add many locations at once. Locations that exist already are kept as they are.')}
        back={{ href: '/locations', label: t('Locations') }}
      />
      <Stack>
        <div>
          <SegmentedControl aria-label={t('Source')} data={sources} value={source} onChange={setSource} />
        </div>
        {source === 'list' ? <FromList /> : <FromFile />}
      </Stack>
    </>
  )
}

const example = t('North hall\n    Aisle 1\n        Rack 1\n        Rack 2\n    Aisle 2\nSouth hall')

const pauseMs = 300

function FromList() {
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, pauseMs)
  const locations = useMemo(() => locationsOfList(typed), [typed])
  const [saved, setSaved] = useState('')
  useUnsaved(() => text !== saved)
  return (
    <>
      <Textarea
        label={t('Locations')}
        description={t(
          'One on each line, indented below the location that contains it. A key can follow in brackets: Rack 1 [RACK-1].',
        )}
        placeholder={example}
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', tabSize: 4 } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Shift+Tab and a second Escape leave the field.
          if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey) return
          const { selectionStart, selectionEnd, value } = event.currentTarget
          const isLineStart = value.slice(0, selectionStart).split('\n').at(-1)?.trim() === ''
          if (!isLineStart || value === '') return
          event.preventDefault()
          event.currentTarget.setRangeText('\t', selectionStart, selectionEnd, 'end')
          setText(event.currentTarget.value)
        }}
      />
      {locations.length > 0 && (
        <LocationPreview
          locations={locations}
          fileName="locations"
          onImported={() => setSaved(typed)}
          onDone={() => {
            // What was typed since is previewed in a moment.
            if (text !== saved) return
            setText('')
            setSaved('')
          }}
        />
      )}
    </>
  )
}

interface LocationFile {
  readonly name: string
  readonly heads: readonly string[]
  readonly records: readonly CsvRecord[]
  readonly mapping: LocationMapping
}

/** The service accepts as many locations in one request. */
const rowsMax = 1000

function FromFile() {
  const [file, setFile] = useState<LocationFile>()
  const [problem, setProblem] = useState<string>()
  const [source, setSource] = useState<Source>()

  async function open(chosen: File, selection?: Chosen): Promise<void> {
    const opened = await readFile(chosen, { what: 'location', rowsMax, areHeadings }, selection)
    setProblem(opened.problem)
    setSource(opened.source)
    if (opened.problem !== undefined) return setFile(undefined)
    const { heads, records } = opened
    setFile({ name: chosen.name, heads, records, mapping: guessLocationMapping(heads) })
  }
  const sourceOfFile = source && (
    <FileSource
      source={source}
      onChoose={(selection) => void open(source.file, selection).catch(toastProblem)}
    />
  )
  if (!file)
    return (
      <>
        {problem !== undefined && (
          <Alert color="red" title={t("This file can't be imported")} role="alert">
            {problem}
          </Alert>
        )}
        {sourceOfFile}
        <FileDrop onFile={(chosen) => void open(chosen).catch(toastProblem)} />
        <FileFormat />
      </>
    )
  return (
    <>
      {sourceOfFile}
      <OpenedFile
        file={file}
        onChange={(next) => {
          setFile(next)
          if (!next) setSource(undefined)
        }}
      />
    </>
  )
}

interface OpenedFileProps {
  readonly file: LocationFile
  readonly onChange: (file: LocationFile | undefined) => void
}

function OpenedFile({ file, onChange }: OpenedFileProps) {
  const { name, heads, records, mapping } = file
  const locations = useMemo(() => locationsOfRecords(records, mapping), [records, mapping])
  const hasNames = mapping.includes('name') || mapping.includes('path')
  const choose = (column: number, target: LocationTarget | null) =>
    onChange({
      ...file,
      mapping: mapping.map((before, at) => {
        if (at === column) return target
        return before === target ? null : before
      }),
    })
  return (
    <>
      <Group justify="space-between">
        <Text fw={600} className="tag-value">
          {name}
        </Text>
        <Button variant="default" onClick={() => onChange(undefined)}>
          {t('Choose another file')}
        </Button>
      </Group>
      <Card withBorder padding="sm" component="section" aria-label={t('Columns of the file')}>
        <ColumnChoices
          headings={heads}
          mapping={mapping}
          targets={locationTargets}
          isInformative={isRejectionHead}
          onChoose={choose}
        />
      </Card>
      {hasNames ? (
        <LocationPreview
          locations={locations}
          fileName={name.replace(/\.[^.]*$/, '')}
          onDone={() => onChange(undefined)}
        />
      ) : (
        <Alert color="yellow" title={t('No column contains the name or the path')}>
          {t('Select the field of each column above.')}
        </Alert>
      )}
    </>
  )
}

const columnDescriptions: readonly (readonly [column: string, description: string])[] = [
  ['name', t('Required, unless there is a path.')],
  ['key', t('Letters, digits and hyphens. Without a key, the location gets the next free one.')],
  ['parent', t('The key or the name of the location that contains it.')],
  [
    'path',
    t('Instead of parent and name: Hall A > Aisle 1 > Rack 2. Missing locations of the path are added.'),
  ],
  ['description, active', t('Optional.')],
]

const FileFormat = () => (
  <Section id="columns" title={t('File format')}>
    <Text size="sm" mb="xs">
      {t(
        'The first line contains the column names, in any order. You can map columns with other names in the next step.',
      )}
    </Text>
    <Table aria-label={t('Columns')}>
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
