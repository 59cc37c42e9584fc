import { Failed } from './query-states'
import { Section } from './section'

interface FailedSectionProps {
  readonly id: string
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => unknown
}

/** A section that could not be loaded, of a kind that is not shown when there is nothing in it. */
export const FailedSection = ({ id, title, ...failure }: FailedSectionProps) => (
  <Section id={id} title={title}>
    <Failed {...failure} />
  </Section>
)
