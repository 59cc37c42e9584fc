import { useLocalStorage } from '@mantine/hooks'
import { useSignedIn } from '../api/session'

/** Whether the first steps are for this user: managers and admins can take them, and may dismiss them for good. */
export function useWantedSteps() {
  const { organization, may } = useSignedIn()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `whereabouts.first-steps ${organization.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return { isWanted: may('manager') && !isDismissed, dismiss: () => setDismissed(true) }
}
