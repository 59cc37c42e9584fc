import { Card, Group, Text, Title } from '@mantine/core'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import type { CountPlace, CountScan } from '../scans/count-scan'
import { clockTimeOf, counted } from '../ui/values/format'
import { useExactNow, useNow } from '../ui/values/use-now'
import type { CountSession } from './count-session'
import { ResultMark, wordOf } from './result-mark'

type View = ReturnType<CountSession['view']['get']>

interface ViewProps {
  readonly view: View
  readonly places: readonly CountPlace[]
}

const pathOf = (places: readonly CountPlace[], id: number | null): string =>
  places.find((place) => place.id === id)?.path ?? t('a place outside of this count')

/** Says what the answer means, in a sentence. */
function sentenceOf(scan: CountScan, { view, places }: ViewProps, nowMs: number): string {
  const here = pathOf(places, scan.locationId)
  const at = scan.countedAt === undefined ? '' : clockTimeOf(scan.countedAt, nowMs)
  switch (scan.verdict) {
    case 'found':
    case 'counted':
      return here
    case 'again':
      return scan.countedBy === undefined
        ? t('at {time}', { time: at })
        : t('by {name} at {time}', { name: scan.countedBy, time: at })
    case 'elsewhere':
      return t('Belongs to {place}. Noted as seen at {here}.', {
        place: pathOf(places, scan.expectedLocationId),
        here,
      })
    case 'extra':
      return t('This count does not expect it. Noted as seen at {here}.', { here })
    case 'unknown':
      return scan.outcome === 'accepted'
        ? t('No asset has this tag. It is kept with this count. You can go on scanning.')
        : t('Not on the list of {time}. The service looks it up when it is sent.', {
            time: clockTimeOf(view.count?.loadedAt ?? scan.observedAt, nowMs),
          })
  }
}

interface ResultProps extends ViewProps {
  /** What else there is to say, about a location. */
  readonly said: string
}

/** The answer to the last scan, which can be read at arm's length. */
export function CountResult({ view, places, said }: ResultProps) {
  const nowMs = useNow()
  const { latest } = view
  return (
    <Card withBorder role="status" ta="center" style={{ alignItems: 'center' }} data-answer={latest?.verdict}>
      {said !== '' && <Text fw={600}>{said}</Text>}
      {latest && said === '' && (
        <>
          <ResultMark verdict={latest.verdict} />
          <Text fz={36} fw={700} lh={1.15} data-word>
            {wordOf(latest.verdict)}
          </Text>
          <Text fw={600} className="tag-value">
            {latest.assetName ?? latest.value}
          </Text>
          <Text size="sm" c="dimmed">
            {sentenceOf(latest, { view, places }, Math.max(nowMs, serviceNow()))}
          </Text>
        </>
      )}
      {!latest && said === '' && <Text c="dimmed">{t('Scan a tag or a barcode, or type its value.')}</Text>}
    </Card>
  )
}

const shownMax = 8

/** The last scans, and the tags that no asset has. */
export function LastScans({ view, places }: ViewProps) {
  const { last, unknown } = view
  return (
    <>
      <Scans title={t('Last scans')} scans={last} places={places} />
      {unknown.length > 0 && (
        <Scans
          title={t('Not known: {count}', { count: counted(unknown.length) })}
          scans={unknown}
          places={places}
        />
      )}
    </>
  )
}

interface ScansProps extends Pick<ViewProps, 'places'> {
  readonly title: string
  readonly scans: readonly CountScan[]
}

function Scans({ title, scans, places }: ScansProps) {
  const nowMs = useExactNow()
  if (scans.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb={4}>
        {title}
      </Title>
      <ul className="scans">
        {scans.slice(0, shownMax).map((scan) => (
          <li key={`${scan.observedAt} ${scan.value}`} data-scan={scan.verdict}>
            <ResultMark verdict={scan.verdict} size={24} />
            <div className="grow tag-value">
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Text size="sm" fw={600}>
                  {scan.assetName ?? scan.value}
                </Text>
                <Text size="sm" c="dimmed">
                  {clockTimeOf(scan.observedAt, nowMs)}
                </Text>
              </Group>
              <Text size="sm" c="dimmed">
                {wordOf(scan.verdict)} · {pathOf(places, scan.locationId)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
