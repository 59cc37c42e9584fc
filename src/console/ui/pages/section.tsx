import { Card, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly title: string
  /** Shown next to the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with a title. */
export const Section = ({ id, title, aside, children }: SectionProps) => (
  <Card withBorder component="section" aria-labelledby={id}>
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4" id={id} className="section-title">
        {title}
      </Title>
      {aside}
    </Group>
    {children}
  </Card>
)
