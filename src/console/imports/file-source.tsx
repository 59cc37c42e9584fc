import { Alert, NativeSelect, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { type Encoding, encodingNames, encodings } from './reading/encodings'
import type { Chosen, Source, TextSource } from './reading/read-file'

interface FileEncodingProps {
  readonly source: TextSource
  readonly onChoose: (encoding: Encoding) => void
}

const choices = encodings.map((encoding) => ({ value: encoding, label: encodingNames[encoding] }))

interface FileSourceProps {
  readonly source: Source
  readonly onChoose: (chosen: Chosen) => void
}

/** Says how a file was read: its encoding, or the sheet of a workbook. Another one can be chosen. */
export function FileSource({ source, onChoose }: FileSourceProps) {
  if (source.kind === 'text')
    return <FileEncoding source={source} onChoose={(encoding) => onChoose({ encoding })} />
  if (source.sheets.length < 2) return null
  return (
    <NativeSelect
      label={t('Sheet')}
      data={[...source.sheets]}
      value={source.sheet}
      onChange={(event) => onChoose({ sheet: event.currentTarget.value })}
      maw={360}
    />
  )
}

/** Names the encoding as which a file was read, with its first lines. */
function FileEncoding({ source, onChoose }: FileEncodingProps) {
  const { encoding, isCertain, lines, unreadable } = source
  const name = encodingNames[encoding]
  return (
    <details className="fold" open={!isCertain || unreadable > 0} data-encoding={encoding}>
      <summary>{t('Read as {name}', { name })}</summary>
      <Stack gap="xs" mt="xs">
        {!isCertain && (
          <Text size="sm">
            {t(
              'The file does not say how its letters are encoded. If they are wrong below, choose another encoding.',
            )}
          </Text>
        )}
        {unreadable > 0 && (
          <Alert color="yellow">
            {t(
              "{count, plural, one {# character of the file can't be read, and is shown as \ufffd.} other {# characters of the file can't be read, and are shown as \ufffd.}}",
              { count: unreadable },
            )}
          </Alert>
        )}
        <NativeSelect
          label={t('Encoding')}
          data={choices}
          value={encoding}
          onChange={(event) => onChoose(event.currentTarget.value as Encoding)}
          maw={360}
        />
        <pre className="first-lines" aria-label={t('First lines of the file')} tabIndex={0}>
          {lines.join('\n')}
        </pre>
      </Stack>
    </details>
  )
}
