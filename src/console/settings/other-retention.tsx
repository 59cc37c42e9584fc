import { Pairs } from '../ui/pairs'
import { Section } from '../ui/section'

/** What goes by itself, beside the history: nobody need set that. */
export const OtherRetention = () => (
  <Section id="kept" title="What else is kept, and how long">
    <Pairs
      pairs={[
        ['Assets, locations, readers', 'Until somebody deletes them'],
        ['Who changed what', 'For 400 days, unless an admin sets it otherwise under Changes'],
        ['Unknown tags', 'For 30 days after they were read last, the latest 10,000'],
        ['Messages of readers', 'For 7 days, the latest 50 of each reader'],
        ['Sign-ins', 'For 30 days after they were used last'],
      ]}
    />
  </Section>
)
