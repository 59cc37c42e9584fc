import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { isAvailableOffline } from '../api/offline'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, EmptyListLink } from '../ui/pages/query-states'
import { toastProblem } from '../ui/notices/toasts'
import { CameraButton, CameraScanner } from './camera'
import { cameraProblem } from './camera-problem'
import { LocationCard } from './location-card'
import { outbox, reopen } from './outbox'
import { ScanField } from './scan-field'
import { ScanList } from './scan-list'
import type { Scan, ScanLocation } from './scan-store'
import { scansIn, Submissions } from './submissions'
import { useScanning } from './use-scanning'
import { useWorkSection } from '../ui/pages/work-section'

export function ScanPage() {
  const section = useWorkSection()
  const { scans, submissions, hasFailed, problem } = useStore(outbox)
  const {
    locations,
    location,
    setLocation,
    message,
    latest,
    isAudible,
    setAudible,
    scanned,
    filmed,
    submitAt,
  } = useScanning()
  useScanOfAddress(scanned)
  const [isFilming, setFilming] = useState(false)
  const field = (
    <ScanField label={location ? t('Scan an asset') : t('Scan a location or an asset')} onScan={scanned} />
  )
  return (
    <div className="narrow">
      {isFilming && <CameraScanner onScan={filmed} onStop={() => setFilming(false)} />}
      <PageHeader title={t('Scan')} {...(!isFilming && { section })} />
      <Stack>
        {problem !== undefined && <StorageProblem problem={problem} />}
        <LocationCard locations={locations} location={location} onChange={setLocation} />
        {!isFilming && field}
        <Text role="status" className={message === '' ? 'visually-hidden' : undefined} data-said>
          {message}
        </Text>
        {!isFilming && <CameraButton onClick={() => setFilming(true)} />}
        <Scanned
          scans={scans}
          latest={latest}
          location={location}
          onSubmit={(at) => {
            // Before the list is empty, because the camera would scan what it sees again.
            setFilming(false)
            return submitAt(at)
          }}
        />
        {isFilming && field}
        <Submissions
          submissions={submissions}
          hasFailed={hasFailed}
          onEdit={async ({ id, place: before }) => {
            await reopen(id)
            setLocation(before)
          }}
        />
        <ScanSettings isAudible={isAudible} setAudible={setAudible} />
      </Stack>
    </div>
  )
}

const StorageProblem = ({ problem }: { readonly problem: string }) => (
  <Alert color="red" role="alert" title={t("This browser can't save your scans")}>
    {t(
      'Free storage space on this device, and keep this page open until the scans are submitted. The browser reports: {problem}',
      { problem },
    )}
  </Alert>
)

interface ScanSettingsProps {
  readonly isAudible: boolean
  readonly setAudible: (isAudible: boolean) => void
}

const ScanSettings = ({ isAudible, setAudible }: ScanSettingsProps) => (
  <>
    <Switch
      size="md"
      label={t('Sound and vibration')}
      checked={isAudible}
      onChange={(event) => setAudible(event.currentTarget.checked)}
    />
    <Text size="sm" c="dimmed">
      {cameraProblem()}
    </Text>
    <OfflineNote />
  </>
)

interface ScannedProps {
  readonly scans: readonly Scan[]
  readonly latest: string | undefined
  readonly location: ScanLocation | null
  readonly onSubmit: (location: ScanLocation) => Promise<void>
}

function Scanned({ scans, latest, location, onSubmit }: ScannedProps) {
  if (scans.length === 0) return <NothingScanned />
  return (
    <>
      {/* Above the list, which it would cover at the bottom of the window. */}
      <SubmitButton count={scans.length} location={location} onSubmit={onSubmit} />
      <ScanList scans={scans} latest={latest} location={location} />
    </>
  )
}

const NothingScanned = () => (
  <Empty>
    <EmptyList
      title={t('Your scans appear here')}
      action={<EmptyListLink href="/labels">{t('Print labels')}</EmptyListLink>}
    >
      {t('Nothing scanned yet. Scan a tag or a barcode, or type its value and press Enter.')}
    </EmptyList>
  </Empty>
)

/** Adds the tags that the address names, once: "Scan here" of assets links to it. */
function useScanOfAddress(scanned: (values: readonly string[]) => void): void {
  const [params, setParams] = useSearchParams()
  const tags = params.getAll('tag')
  const add = useEffectEvent(scanned)
  useEffect(() => {
    if (tags.length === 0) return
    setParams({}, { replace: true })
    add(tags)
  })
}

interface SubmitButtonProps {
  readonly count: number
  readonly location: ScanLocation | null
  readonly onSubmit: (location: ScanLocation) => Promise<void>
}

const SubmitButton = ({ count, location, onSubmit }: SubmitButtonProps) => (
  <div className="scan-submit">
    <Button
      size="xl"
      px="xs"
      fullWidth
      disabled={!location}
      onClick={() => location && void onSubmit(location).catch(toastProblem)}
    >
      {location ? t('Submit {scans}', { scans: scansIn(count) }) : t('Choose a location first')}
    </Button>
  </div>
)

/** Explains what works without a connection. */
function OfflineNote() {
  const isOffline = useStore(isAvailableOffline)
  return (
    <Text size="sm" c="dimmed">
      {isOffline
        ? t('Without a connection, the user who signed in last can still open this page and scan.')
        : t('Without a connection, you can keep scanning as long as this page stays open.')}{' '}
      {t('Submissions are saved on this device and sent when the service can be reached.')}
    </Text>
  )
}
