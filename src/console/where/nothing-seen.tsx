import { t } from '../languages/messages'
import { EmptyList, EmptyListLink } from '../ui/pages/query-states'

/** Shown while no asset has been seen. */
export const NothingSeen = () => (
  <EmptyList
    title={t('Your assets appear here')}
    action={
      <EmptyListLink href="/scan" minimum="operator">
        {t('Scan an asset')}
      </EmptyListLink>
    }
  >
    {t('No asset has been seen yet. Assets appear here as soon as a reader reads one of their tags.')}
  </EmptyList>
)
