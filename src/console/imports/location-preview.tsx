import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useMemo, useState } from 'react'
import { api, dataOf } from '../api/client'
import { newId } from '../api/new-id'
import { locationsChanged } from '../api/use-locations'
import { t } from '../languages/messages'
import { downloadCsv } from '../ui/values/download'
import { counted, locationsText } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { QueryState } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { toastProblem } from '../ui/notices/toasts'
import { countOf, type LocationResult, rejectedLocations, resultsOf, rowsOf } from './location-plan'
import type { PlannedLocation } from './location-rows'

interface LocationPreviewProps {
  readonly locations: readonly PlannedLocation[]
  /** The file of rejected rows is named after it. */
  readonly fileName: string
  readonly onImported?: () => void
  readonly onDone: () => void
}

interface ImportedRows {
  readonly rows: ReturnType<typeof rowsOf>
  readonly results: readonly LocationResult[]
}

const send = async (rows: readonly Record<string, unknown>[], isDryRun: boolean, key: string) => {
  const params = { header: { 'Idempotency-Key': key } }
  const body = { dry_run: isDryRun, rows: [...rows] }
  return (await dataOf(api.POST('/internal/v1/locations/import', { params, body }))).data.rows
}

/** Shows the tree that an import creates, from a dry run, and imports it. */
export function LocationPreview({ locations, fileName, onImported, onDone }: LocationPreviewProps) {
  const rows = useMemo(() => rowsOf(locations), [locations])
  // The key changes with the rows, so that a repeated attempt is stored once.
  const key = useMemo(() => rows && newId(), [rows])
  const [imported, setImported] = useState<ImportedRows>()
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['location import', rows],
    queryFn: () => send(rows, true, newId()),
    placeholderData: keepPreviousData,
  })
  // Other locations are previewed, even after an import.
  if (imported?.rows === rows)
    return <Imported results={imported.results} fileName={fileName} onDone={onDone} />
  if (!data || error) return <QueryState error={error} onRetry={refetch} lines={6} />
  const results = resultsOf(locations, isPlaceholderData ? undefined : data)
  const count = countOf(results, 'created')

  async function start(): Promise<void> {
    setBusy(true)
    try {
      setImported({ rows, results: resultsOf(locations, await send(rows, false, key)) })
      onImported?.()
      await locationsChanged()
    } catch (failure) {
      toastProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <Group>
        <Button loading={isBusy} disabled={count === 0 || isPlaceholderData} onClick={() => void start()}>
          {t('Add {locations}', { locations: locationsText(count) })}
        </Button>
        <Text size="sm" role="status">
          {t(
            '{existing, plural, one {# exists already} other {# exist already}}, {rejected} rejected. This is a preview. Nothing is saved yet.',
            {
              existing: countOf(results, 'existing'),
              rejected: counted(countOf(results, 'refused')),
            },
          )}
        </Text>
      </Group>
      {countOf(results, 'refused') > 0 && <DownloadRejected results={results} fileName={fileName} />}
      <Tree results={results} />
    </Stack>
  )
}

interface ResultsProps {
  readonly results: readonly LocationResult[]
  readonly fileName: string
}

const Imported = ({ results, fileName, onDone }: ResultsProps & { readonly onDone: () => void }) => (
  <Alert color="teal" title={t('Import finished')} role="status">
    <Stack gap="sm" align="start">
      <Text>
        {t('{locations} added, {existing} existed already, {rejected} rejected.', {
          locations: locationsText(countOf(results, 'created')),
          existing: counted(countOf(results, 'existing')),
          rejected: counted(countOf(results, 'refused')),
        })}
      </Text>
      {countOf(results, 'refused') > 0 && <DownloadRejected results={results} fileName={fileName} />}
      <Group>
        <LinkButton href="/locations">{t('View locations')}</LinkButton>
        <Button variant="default" onClick={onDone}>
          {t('Import more')}
        </Button>
      </Group>
    </Stack>
  </Alert>
)

const DownloadRejected = ({ results, fileName }: ResultsProps) => (
  <Group>
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => downloadCsv(`${fileName}-rejected.csv`, [rejectedLocations(results)])}
    >
      {t('{count, plural, one {Download the rejected location} other {Download the rejected locations}}', {
        count: countOf(results, 'refused'),
      })}
    </Button>
    <Text c="dimmed" size="sm">
      {t('The file includes the reasons.')}
    </Text>
  </Group>
)

/** Deeper levels have the same indentation, so that names keep room on a phone. */
const indentMax = 8

const indentOf = (depth: number): CSSProperties =>
  ({ '--depth': Math.min(depth, indentMax) }) as CSSProperties

const Tree = ({ results }: Pick<ResultsProps, 'results'>) => (
  <ul className="planned-locations" aria-label={t('Preview')}>
    {results.map(({ location, depth, outcome, key, problems }, at) => (
      <li key={at} style={indentOf(depth)} data-outcome={outcome}>
        <span className="planned-name">
          {location.name || '–'}{' '}
          {key !== undefined && (
            <Text span size="sm" c="dimmed">
              {key}
            </Text>
          )}
        </span>
        {outcome === 'existing' && <StateBadge state="muted">{t('Exists')}</StateBadge>}
        {outcome === 'refused' && <StateBadge state="problem">{t('Rejected')}</StateBadge>}
        {problems.length > 0 && (
          <Text size="sm" className="cell-problem">
            {t('Line {line}: {problems}', { line: counted(location.line), problems: problems.join('; ') })}
          </Text>
        )}
      </li>
    ))}
  </ul>
)
