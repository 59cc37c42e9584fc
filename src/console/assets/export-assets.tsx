import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { type FileChoice, fileQuery } from '../ui/lists/export-menu'
import { download } from '../ui/values/download'
import { localDay } from '../ui/values/format'
import { toastProblem } from '../ui/notices/toasts'

/** The query of the list of assets, without `limit` and `offset`: all matching assets are exported. */
interface ExportQuery {
  readonly conditions?: string
  readonly sort?: Schemas['SavedView']['sort'] & string
}

type FileQuery = ExportQuery & ReturnType<typeof fileQuery>

interface Running {
  readonly percent: number
  readonly onCancel: () => void
}

/** Returns the export that is running, if any, and how to start one. It ends with the page. */
export function useExport(query: ExportQuery) {
  const [percent, setPercent] = useState<number>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  async function run(choice: FileChoice): Promise<void> {
    const own = new AbortController()
    stopper.current = own
    setPercent(0)
    try {
      const wanted = fileQuery(choice)
      const parts = await fetchExport({ ...query, ...wanted }, own.signal, setPercent)
      download(`assets-${localDay(new Date())}.${wanted.format}`, new Blob(parts))
    } catch (error) {
      if (!own.signal.aborted) toastProblem(error)
    } finally {
      setPercent(undefined)
    }
  }
  const running: Running | undefined =
    percent === undefined ? undefined : { percent, onCancel: () => stopper.current?.abort() }
  return { running, start: (choice: FileChoice) => void run(choice) }
}

export const ExportProgress = ({ percent, onCancel }: Running) => (
  <Group gap="xs">
    <Text size="sm" role="progressbar" aria-label={t('Exporting')} aria-valuenow={percent}>
      {t('Exporting {share}%', { share: percent })}
    </Text>
    <Button variant="default" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  </Group>
)

/** Returns the parts of the file. Throws when the response ends early, so that no incomplete file is saved. */
async function fetchExport(
  query: FileQuery,
  signal: AbortSignal,
  onShare: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const call = api.GET('/internal/v1/asset-list/export', { params: { query }, parseAs: 'stream', signal })
  const [stream, { response }] = [await dataOf(call), await call]
  const total = Number(response.headers.get('x-total-count'))
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    lines += part.value.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0)
    // Line feeds within cells are counted too, and those of a workbook are not lines, so this stays below 100.
    if (query.format === 'csv') onShare(Math.min(99, Math.floor((100 * lines) / (total + 1))))
  }
  return parts
}

const lineFeed = 10
