import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { isAvailableOffline } from '../api/offline'
import { useStore } from '../api/store'
import { PageHeader } from '../ui/page-header'
import { Empty } from '../ui/query-states'
import { toastProblem } from '../ui/toasts'
import { Camera, cameraProblem } from './camera'
import { LocationCard } from './location-card'
import { outbox, reopen } from './outbox'
import { ScanField } from './scan-field'
import { ScanList } from './scan-list'
import type { ScanLocation } from './scan-store'
import { scansIn, Submissions } from './submissions'
import { useScanning } from './use-scanning'

export function ScanPage() {
  const { scans, submissions, isHeldUp, problem } = useStore(outbox)
  const { places, place, setPlace, message, latest, isAudible, setAudible, scanned, submitAt } = useScanning()
  return (
    <div className="narrow">
      <PageHeader title="Scan" />
      <Stack>
        {problem !== undefined && (
          <Alert color="red" role="alert" title="This browser can't keep what you scan">
            {problem}. Do not close this page before it is submitted.
          </Alert>
        )}
        <LocationCard places={places} place={place} onChange={setPlace} />
        <ScanField label={place ? 'Scan an asset' : 'Scan a location or an asset'} onScan={scanned} />
        <Text role="status" className={message === '' ? 'unseen' : undefined} data-said>
          {message}
        </Text>
        <Camera onScan={scanned} />
        {scans.length === 0 ? (
          <Empty>Nothing is scanned yet. Scan a tag or a barcode, or type it and press Enter.</Empty>
        ) : (
          <>
            <ScanList scans={scans} latest={latest} />
            <SubmitButton count={scans.length} place={place} onSubmit={submitAt} />
          </>
        )}
        <Submissions
          submissions={submissions}
          isHeldUp={isHeldUp}
          onEdit={async ({ id, place: before }) => {
            await reopen(id)
            setPlace(before)
          }}
        />
        <Switch
          size="md"
          label="Sound and vibration"
          checked={isAudible}
          onChange={(event) => setAudible(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {cameraProblem()}
        </Text>
        <OfflineNote />
      </Stack>
    </div>
  )
}

interface SubmitButtonProps {
  readonly count: number
  readonly place: ScanLocation | null
  readonly onSubmit: (place: ScanLocation, count: number) => Promise<void>
}

const SubmitButton = ({ count, place, onSubmit }: SubmitButtonProps) => (
  <div className="scan-submit">
    <Button
      size="xl"
      px="xs"
      fullWidth
      disabled={!place}
      onClick={() => place && void onSubmit(place, count).catch(toastProblem)}
    >
      {place ? `Submit ${scansIn(count)}` : 'Choose the location first'}
    </Button>
  </div>
)

/** Explains what works without a connection. */
function OfflineNote() {
  const isOffline = useStore(isAvailableOffline)
  return (
    <Text size="sm" c="dimmed">
      {isOffline
        ? 'Without a connection this page still opens, for whoever signed in last, and you can scan and submit on; '
        : 'Without a connection you can scan and submit on as long as this page stays open; '}
      what is submitted waits in this browser, and is sent once when the service can be reached.
    </Text>
  )
}
