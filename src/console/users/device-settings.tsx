import { NativeSelect, Stack, Switch } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { homesOf, useHome } from '../ui/home'
import { switchKeys, useKeysOn } from '../ui/keys'

/** What the user has chosen on this device. */
export function DeviceSettings() {
  const { organization } = useSignedIn()
  const { home, choose } = useHome(organization.role)
  const isOn = useKeysOn()
  return (
    <Stack>
      <NativeSelect
        label={t('Home page')}
        description={t('Opens after you have signed in.')}
        maw={320}
        data={homesOf(organization.role).map(({ path, label }) => ({ value: path, label }))}
        value={home}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Switch
        label={t('Letter keys')}
        description={t('Single letters go to pages and act on alerts. Press ? for a list of them.')}
        checked={isOn}
        onChange={(event) => switchKeys(event.currentTarget.checked)}
      />
    </Stack>
  )
}
