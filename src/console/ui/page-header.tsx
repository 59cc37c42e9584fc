import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageLink } from './link'

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** The page above this one. */
  readonly back?: { readonly href: string; readonly label: string }
  /** Buttons. */
  readonly children?: ReactNode
}

/** Whether a page was shown before: the first one leaves the focus where the browser puts it. */
let hasShown = false

/** What a page is about: its title, which is also the document's, and what can be done there. */
export function PageHeader({ title, subtitle, back, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Whereabouts`
  }, [title])

  // A new page speaks up where somebody listens to the screen.
  useEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])

  return (
    <header className="page-header">
      {back && (
        <PageLink href={back.href} size="sm">
          ← {back.label}
        </PageLink>
      )}
      <Group justify="space-between" align="center" gap="sm">
        <div className="page-title">
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" size="sm" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
    </header>
  )
}
