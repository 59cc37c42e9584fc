import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../../api/installation'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { rich } from '../../languages/rich'

/** Tells admins that the database is damaged and that changes are refused. */
export const DamageBanner = () => (useSignedIn().may('admin') ? <DamageError /> : null)

function DamageError() {
  const { data } = useQuery({ ...installationQuery, staleTime: 0, refetchInterval: 30_000 })
  if (data?.database.state !== 'damaged') return null
  return (
    <Alert color="red" mb="md" role="alert" title={t('The database is damaged')}>
      {rich(
        'Changes are refused, and messages of readers wait. Data on these pages may be wrong. On the server, stop the service, restore a backup with {command}, and start the service.',
        { command: <code>whereabouts restore</code> },
      )}
    </Alert>
  )
}
