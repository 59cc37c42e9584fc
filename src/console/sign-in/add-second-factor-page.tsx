import { Button, Text } from '@mantine/core'
import { refresh, signOut } from '../api/session'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { toastProblem } from '../ui/notices/toasts'
import { SecondFactor } from './second-factor'
import { Entry } from './entry'

/** Shown in place of any page, when the installation requires a second factor that the user does not have yet. */
export const AddSecondFactorPage = () => (
  <Entry>
    <PageHeader title={t('Second factor')} />
    <Text size="sm" mb="md">
      {t('This installation requires a second factor. Add an authenticator app to continue.')}
    </Text>
    <SecondFactor onAdded={() => void refresh().catch(toastProblem)} />
    <Button variant="subtle" mt="md" onClick={() => void signOut().catch(toastProblem)}>
      {t('Sign out')}
    </Button>
  </Entry>
)
