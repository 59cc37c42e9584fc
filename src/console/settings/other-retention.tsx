import { Pairs } from '../ui/pairs'
import { Section } from '../ui/section'

/** Lists how long data other than the history is kept. */
export const OtherRetention = () => (
  <Section id="retention" title="Other retention periods">
    <Pairs
      pairs={[
        ['Assets, locations, readers', 'Until a user deletes them'],
        ['Change log', '400 days, unless an admin sets another period in the change log'],
        ['Unknown tags', '30 days after the last read, at most the latest 10,000'],
        ['Recent messages', '7 days, at most the latest 50 of each reader'],
        ['Sessions', '30 days after the last use'],
      ]}
    />
  </Section>
)
