import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { useLocationTree } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { type Feedback, giveFeedback } from '../ui/feedback'
import { useTones } from '../ui/tones'
import { locationByKey, locationByTag } from './location-card'
import { addScans, dropScans, outbox, submit } from './outbox'
import { rejectedOf, type ScanLocation, type Submission } from './scan-store'
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

/**
 * Returns what became of submissions that were submitted together. Without a connection they stay on the device for now.
 * Those that the user has edited or discarded since are not there any more.
 */
function submittedText(submissions: readonly Submission[]): string {
  const [first] = submissions
  if (!first) return ''
  const { name } = first.place
  const inState = (state: Submission['state']) =>
    submissions.filter((submission) => submission.state === state)
  const countIn = (some: readonly Submission[]) => some.reduce((sum, { scans }) => sum + scans.length, 0)
  const refused =
    countIn(inState('refused')) + submissions.reduce((sum, one) => sum + rejectedOf(one).length, 0)
  if (refused > 0)
    return t(
      '{count, plural, one {# scan at {name} was rejected. The reason is shown under Submissions} other {# scans at {name} were rejected. The reason is shown under Submissions}}',
      { count: refused, name },
    )
  const waiting = countIn(inState('waiting'))
  if (waiting === 0) return t('{scans} submitted at {name}', { scans: scansIn(countIn(submissions)), name })
  return t(
    '{count, plural, one {# scan at {name} is saved on this device and will be sent} other {# scans at {name} are saved on this device and will be sent}}',
    { count: waiting, name },
  )
}

/** Reports the result of a scan as text, and by sound and vibration unless the user switched them off. */
function useScanFeedback() {
  const { submissions } = useStore(outbox)
  // A text, or the ids of submissions, whose states change.
  const [result, setResult] = useState<string | readonly string[]>('')
  const [isAudible, setAudible] = useTones()
  function report(feedback: Feedback, next: string | readonly string[]): void {
    setResult(next)
    if (isAudible) giveFeedback(feedback)
  }
  const message =
    typeof result === 'string' ? result : submittedText(submissions.filter(({ id }) => result.includes(id)))
  return { message, report, isAudible, setAudible }
}

/** A label that the camera sees again within this time after it was submitted is still lying there, in milliseconds. */
const sentMs = 60_000

/** Returns the values that were submitted at the location just now. */
function sentAt(submissions: readonly Submission[], location: ScanLocation | null): ReadonlySet<string> {
  const since = new Date(serviceNow() - sentMs).toISOString()
  const own = submissions.filter(
    ({ place, submittedAt, state }) =>
      place.id === location?.id && submittedAt > since && state !== 'refused',
  )
  return new Set(own.flatMap(({ scans }) => scans.map(({ value }) => value)))
}

/** Handles the values that the camera sees: those that were just submitted at this location are not new scans. */
function useFilmed(
  location: ScanLocation | null,
  scanned: (values: readonly string[]) => void,
  report: (feedback: Feedback, message: string) => void,
) {
  const { submissions } = useStore(outbox)
  return (values: readonly string[]): void => {
    const sent = sentAt(submissions, location)
    const others = values.filter((value) => !sent.has(value))
    if (others.length > 0) scanned(others)
    else report('known', t('{value} was just submitted', { value: values[0] ?? '' }))
  }
}

const addedText = (fresh: readonly string[]): string =>
  fresh.length === 1
    ? t('{value} added', { value: fresh[0] ?? '' })
    : t('{count} added', { count: fresh.length })

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
    else report('added', addedText(fresh))
    if (!location && !found && others.length === 0) void enterByTag(first)
  }

  async function submitAt(at: ScanLocation): Promise<void> {
    const ids = await submit(at)
    // The first of two clicks has submitted the list.
    if (ids.length > 0) report('submitted', ids)
  }

  const filmed = useFilmed(location, scanned, report)
  return {
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
  }
}
