import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { isAvailableOffline } from '../api/offline'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { PageHeader } from '../ui/page-header'
import { Empty } from '../ui/query-states'
import { toastProblem } from '../ui/toasts'
import type { ScanLocation } from './scan-store'
import { Camera, cameraProblem } from './camera'
import { type Feedback, give } from './feedback'
import { addScans, dropScans, outbox, reopen, submit } from './outbox'
import { LocationCard, locationByKey, locationByTag } from './location-card'
import { ScanField } from './scan-field'
import { ScanList } from './scan-list'
import { scansIn, Submissions } from './submissions'
import { useLocationTree } from '../api/use-locations'

/** Where this person was scanning; null once that location is known to be gone. */
function useScanPlace() {
  const { user, organization } = useSignedIn()
  const { data: places } = useLocationTree()
  const [kept, setPlace] = useLocalStorage<ScanLocation | null>({
    key: `whereabouts.scan-place ${user.id} ${organization.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isGone = kept !== null && places !== undefined && !places.byId.has(kept.id)
  return { places, place: isGone ? null : kept, setPlace }
}

export function ScanPage() {
  const { scans, submissions, isHeldUp, problem } = useStore(outbox)
  const { places, place, setPlace } = useScanPlace()
  const opensAlone = useStore(isAvailableOffline)
  const [said, setSaid] = useState('')
  const [latest, setLatest] = useState<string>()
  const [isAudible, setAudible] = useLocalStorage({
    key: 'whereabouts.scan-sound',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

  function tell(feedback: Feedback, words: string): void {
    setSaid(words)
    if (isAudible) give(feedback)
  }

  function enter(found: ScanLocation): void {
    setPlace(found)
    tell('place', `Scanning at ${found.name}`)
  }

  function scanned(values: readonly string[]): void {
    const [first = '', ...others] = values
    const found = place ? undefined : locationByKey(places, first)
    if (found) enter(found)
    const assets = found ? others : values
    if (assets.length === 0) return
    const fresh = addScans(assets)
    setLatest(assets.at(-1))
    if (fresh.length === 0) tell('known', `${first} is on the list already`)
    else tell('added', fresh.length === 1 ? `${fresh[0]} is added` : `${fresh.length} are added`)
    if (!place && !found && others.length === 0) void enterByTag(first)
  }

  /** Meanwhile it stands on the list, so that nothing is lost where the service can't tell. */
  async function enterByTag(value: string): Promise<void> {
    const found = await locationByTag(value)
    if (!found) return
    enter(found)
    await dropScans([value])
  }

  async function send(at: ScanLocation): Promise<void> {
    await submit(at)
    tell('submitted', `${scansIn(scans.length)} submitted at ${at.name}`)
  }

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
        <Text role="status" className={said === '' ? 'unseen' : undefined} data-said>
          {said}
        </Text>
        <Camera onScan={scanned} />
        {scans.length === 0 ? (
          <Empty>Nothing is scanned yet. Scan a tag or a barcode, or type it and press Enter.</Empty>
        ) : (
          <>
            <ScanList scans={scans} latest={latest} />
            <div className="scan-submit">
              <Button
                size="xl"
                px="xs"
                fullWidth
                disabled={!place}
                onClick={() => place && void send(place).catch(toastProblem)}
              >
                {place ? `Submit ${scansIn(scans.length)}` : 'Choose the location first'}
              </Button>
            </div>
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
        <Text size="sm" c="dimmed">
          {opensAlone
            ? 'Without a connection this page still opens, for whoever signed in last, and you can scan and submit on; '
            : 'Without a connection you can scan and submit on as long as this page stays open; '}
          what is submitted waits in this browser, and is sent once when the service can be reached.
        </Text>
      </Stack>
    </div>
  )
}
