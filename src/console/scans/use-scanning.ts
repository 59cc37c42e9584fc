import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { type Feedback, giveFeedback } from './feedback'
import { locationByKey, locationByTag } from './location-card'
import { addScans, dropScans, outbox, submit } from './outbox'
import type { ScanLocation } from './scan-store'
import { scansIn } from './submissions'

/** The location at which this user scans; null after that location was deleted. */
function useScanLocation() {
  const { user, organization } = useSignedIn()
  const { data: locations } = useLocationTree()
  const [kept, setLocation] = useLocalStorage<ScanLocation | null>({
    key: `whereabouts.scan-place ${user.id} ${organization.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isGone = kept !== null && locations !== undefined && !locations.byId.has(kept.id)
  return { locations, location: isGone ? null : kept, setLocation }
}

interface SubmittedScans {
  readonly count: number
  readonly location: ScanLocation
}

/** Returns the text for submitted scans. Without a connection they stay on the device for now. */
function submittedText({ count, location: { name } }: SubmittedScans, isWaiting: boolean): string {
  if (!isWaiting) return t('{scans} submitted at {name}', { scans: scansIn(count), name })
  return t(
    '{count, plural, one {# scan at {name} is saved on this device and will be sent} other {# scans at {name} are saved on this device and will be sent}}',
    { count, name },
  )
}

/** Reports the result of a scan as text, and by sound and vibration unless the user switched them off. */
function useScanFeedback() {
  const { submissions } = useStore(outbox)
  const isWaiting = submissions.some(({ state }) => state === 'waiting')
  const [result, setResult] = useState<string | SubmittedScans>('')
  const [isAudible, setAudible] = useLocalStorage({
    key: 'whereabouts.scan-sound',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  function report(feedback: Feedback, next: string | SubmittedScans): void {
    setResult(next)
    if (isAudible) giveFeedback(feedback)
  }
  const message = typeof result === 'string' ? result : submittedText(result, isWaiting)
  return { message, report, isAudible, setAudible }
}

/** Handles scanned values: a location's code selects the location, every other value goes on the list. */
export function useScanning() {
  const { locations, location, setLocation } = useScanLocation()
  const { message, report, isAudible, setAudible } = useScanFeedback()
  const [latest, setLatest] = useState<string>()

  function enter(found: ScanLocation): void {
    setLocation(found)
    report('location', t('Scanning at {name}', { name: found.name }))
  }

  /** The value is on the list until the service has identified it, so that no scan is lost without a connection. */
  async function enterByTag(value: string): Promise<void> {
    const found = await locationByTag(value)
    if (!found) return
    enter(found)
    await dropScans([value])
  }

  function scanned(values: readonly string[]): void {
    const [first = '', ...others] = values
    const found = location ? undefined : locationByKey(locations, first)
    if (found) enter(found)
    const assets = found ? others : values
    if (assets.length === 0) return
    const fresh = addScans(assets)
    setLatest(assets.at(-1))
    if (fresh.length === 0) report('known', t('{value} is already on the list', { value: first }))
    else
      report(
        'added',
        fresh.length === 1
          ? t('{value} added', { value: fresh[0] ?? '' })
          : t('{count} added', { count: fresh.length }),
      )
    if (!location && !found && others.length === 0) void enterByTag(first)
  }

  async function submitAt(at: ScanLocation, count: number): Promise<void> {
    await submit(at)
    report('submitted', { count, location: at })
  }

  return { locations, location, setLocation, message, latest, isAudible, setAudible, scanned, submitAt }
}
