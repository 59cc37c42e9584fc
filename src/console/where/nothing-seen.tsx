import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/link'
import { EmptyList } from '../ui/query-states'

/** Shown while no asset has been seen. */
export function NothingSeen() {
  const { may } = useSignedIn()
  return (
    <EmptyList
      title={t('Your assets appear here')}
      action={
        may('operator') && (
          <LinkButton href="/scan" variant="default">
            {t('Scan an asset')}
          </LinkButton>
        )
      }
    >
      {t('No asset has been seen yet. Assets appear here as soon as a reader reads one of their tags.')}
    </EmptyList>
  )
}
