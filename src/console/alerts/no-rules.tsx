import { t } from '../languages/messages'
import { Empty, EmptyList, EmptyListLink } from '../ui/pages/query-states'

/** Shown where alerts or rules would be, until there is a rule. */
export const NoRules = () => (
  <Empty>
    <EmptyList
      title={t('Hear about it before somebody asks')}
      action={
        <>
          <EmptyListLink href="/alert-rules/new" minimum="manager">
            {t('New rule')}
          </EmptyListLink>
          <EmptyListLink href="/alert-rules/new?template" minimum="manager">
            {t('Choose a template')}
          </EmptyListLink>
        </>
      }
    >
      {t(
        'A rule opens an alert when an asset leaves, stays too long or is missing, or when a reader is silent.',
      )}
    </EmptyList>
  </Empty>
)
