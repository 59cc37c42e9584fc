import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowBackUp, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { CameraButton, CameraScanner } from '../scans/camera'
import { cameraProblem } from '../scans/camera-problem'
import type { CountPlace, CountScan } from '../scans/count-scan'
import { ScanField } from '../scans/scan-field'
import { type Feedback, giveFeedback } from '../ui/feedback'
import { ToneSwitch, useTones } from '../ui/tones'
import { PathSelect } from '../ui/lists/path-select'
import { toastProblem } from '../ui/notices/toasts'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { counted } from '../ui/values/format'
import { placeByKey } from './count-answers'
import { CountNotices } from './count-notices'
import { CountResult, LastScans } from './count-result'
import { CountSession } from './count-session'
import { FinishPlace } from './finish-place'
import { useWakeLock } from '../ui/use-wake-lock'

/** Counts on a phone. Tones and vibration say what the answer is, so that nobody has to look at it. */
export function CountPage() {
  const id = Number(useParams()['id'])
  const { user } = useSignedIn()
  const [session] = useState(() => new CountSession(id, user.name))
  useEffect(() => {
    void session.start().catch(toastProblem)
    return () => session.stop()
  }, [session])
  const { count, error } = useStore(session.view)
  useWakeLock()
  if (!count) {
    const back = { href: '/stocktakes', label: t('Count') }
    return <NotFound error={error} onRetry={() => session.load()} back={back} />
  }
  return <Counting id={id} session={session} />
}

/** The location at which this device counts. */
function useCountPlace(id: number, places: readonly CountPlace[]) {
  const [kept, setKept] = useLocalStorage<number | null>({
    key: `whereabouts.count-place ${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { place: places.find((place) => place.id === kept), setPlace: setKept }
}

const feedbackOf = ({ verdict }: CountScan): Feedback =>
  verdict === 'counted' ? 'found' : verdict === 'extra' ? 'elsewhere' : verdict

interface CountingProps {
  readonly id: number
  readonly session: CountSession
}

/** Handles what is scanned: a location's code selects the location, every other value is counted there. */
function useScanned(id: number, session: CountSession) {
  const { places = [] } = useStore(session.view).count ?? {}
  const { place, setPlace } = useCountPlace(id, places)
  const [isAudible, setAudible] = useTones()
  const [said, setSaid] = useState('')

  function scanned(values: readonly string[]): void {
    let at = place
    for (const value of values) {
      const next = placeByKey(places, value)
      if (next) {
        at = next
        setPlace(next.id)
        setSaid(t('Counting at {name}', { name: next.name }))
        if (isAudible) giveFeedback('location')
      } else if (at) {
        setSaid('')
        const scan = session.scan(value, at)
        giveFeedback(feedbackOf(scan), isAudible)
      } else setSaid(t('Choose where you are first. {value} was not counted.', { value }))
    }
  }

  return { place, setPlace, said, isAudible, setAudible, scanned }
}

function Counting({ id, session }: CountingProps) {
  const view = useStore(session.view)
  const { stocktake, places = [] } = view.count ?? {}
  const { place, setPlace, said, isAudible, setAudible, scanned } = useScanned(id, session)
  const [isFilming, setFilming] = useState(false)
  const isOpen = stocktake?.state === 'open'
  return (
    <div className="narrow">
      {isFilming && <CameraScanner onScan={scanned} onStop={() => setFilming(false)} />}
      <PageHeader
        title={stocktake?.name ?? t('Count')}
        back={{ href: `/stocktakes/${id}`, label: t('Count') }}
      />
      <Stack gap="sm">
        <CountNotices session={session} />
        {isOpen && (
          <>
            <PlaceOfCount session={session} place={place} places={places} onPlace={setPlace} />
            <CountResult view={view} places={places} said={said} />
            <Group gap="xs" grow>
              {!isFilming && <CameraButton onClick={() => setFilming(true)} />}
              <Undo session={session} />
            </Group>
            <ScanField label={place ? t('Scan an asset') : t('Scan a location')} onScan={scanned} />
            {place && <FinishPlace id={id} place={place} session={session} isBlind={stocktake.is_blind} />}
          </>
        )}
        <LastScans view={view} places={places} />
        <ToneSwitch isAudible={isAudible} onChange={setAudible} />
        <Text size="sm" c="dimmed">
          {cameraProblem()}
        </Text>
      </Stack>
    </div>
  )
}

function Undo({ session }: Pick<CountingProps, 'session'>) {
  const { latest } = useStore(session.view)
  if (!latest) return null
  async function undo(): Promise<void> {
    if (!(await session.undo()))
      throw new Error(t('This scan was sent already. Scan the asset again at its place.'))
  }
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconArrowBackUp aria-hidden />}
      disabled={!session.canUndo()}
      onClick={() => void undo().catch(toastProblem)}
    >
      {t('Undo the last scan')}
    </Button>
  )
}

interface PlaceProps extends Pick<CountingProps, 'session'> {
  readonly place: CountPlace | undefined
  readonly places: readonly CountPlace[]
  readonly onPlace: (id: number | null) => void
}

/** Where this device counts, and how far that location is. */
function PlaceOfCount({ session, place, places, onPlace }: PlaceProps) {
  const { count } = useStore(session.view)
  const isBlind = count?.stocktake.is_blind ?? false
  const { found, expected } = place && !isBlind ? session.progress(place.id) : { found: 0, expected: 0 }
  return (
    <div>
      <PathSelect
        size="md"
        label={t('Where are you?')}
        description={t('Choose a location or scan its code')}
        placeholder={t('Choose a location')}
        limit={100}
        data={places.map(({ id, path, key }) => ({ value: String(id), label: `${path} (${key})` }))}
        value={place ? String(place.id) : null}
        onChange={(chosen) => onPlace(chosen === null ? null : Number(chosen))}
        nothingFoundMessage={t('No locations found')}
      />
      {isBlind && (
        <Alert mt="xs" p="xs" icon={<IconEyeOff aria-hidden />} title={t('Blind count')}>
          {t('You see what you scanned, not what is expected.')}
        </Alert>
      )}
      {!isBlind && expected > 0 && (
        <>
          <Text size="sm" mt="xs" data-progress>
            {t('{found} of {expected} found', { found: counted(found), expected: counted(expected) })}
          </Text>
          <Progress value={(100 * found) / expected} color="teal" aria-hidden />
        </>
      )}
    </div>
  )
}
