import { t } from '../languages/messages'
import { Pairs } from '../ui/values/pairs'
import { Section } from '../ui/pages/section'

/** Lists how long data other than the history is kept. */
export const OtherRetention = () => (
  <Section id="retention" title={t('Other retention periods')}>
    <Pairs
      pairs={[
        [t('Assets, locations, readers'), t('Until a user deletes them')],
        [t('Change log'), t('400 days, unless an admin sets another period in the change log')],
        [t('Unknown tags'), t('30 days after the last read, at most the latest 10,000')],
        [t('Recent messages'), t('7 days, at most the latest 50 of each reader')],
        [t('Sessions'), t('30 days after the last use')],
      ]}
    />
  </Section>
)
