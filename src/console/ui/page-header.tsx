import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageLink } from './link'

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** The parent page. */
  readonly back?: { readonly href: string; readonly label: string }
  /** Buttons of the page. */
  readonly children?: ReactNode
}

/** Whether a page was shown before. The first page leaves the focus unchanged. */
let hasShown = false

/** The heading of a page, which is also the document's title, with the buttons of the page. */
export function PageHeader({ title, subtitle, back, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Whereabouts`
  }, [title])

  // The focus on the heading makes screen readers announce the new page.
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
