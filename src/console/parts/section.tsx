import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of a page, with a title of its own. */
export const Section = ({ id, title, children }: SectionProps) => (
  <Card withBorder component="section" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} mb="xs">
      {title}
    </Title>
    {children}
  </Card>
)
