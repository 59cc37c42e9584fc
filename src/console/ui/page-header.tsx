import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../languages/messages'
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

interface PageTitleProps {
  readonly title: string
  readonly size?: 'h2' | 'h3'
}

/** The heading of a page, which is also the document's title. */
export function PageTitle({ title, size = 'h2' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = t('{title} · Whereabouts', { title })
  }, [title])

  // The focus on the heading makes screen readers announce the new page.
  useEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])

  return (
    <Title order={1} size={size} ref={heading} tabIndex={-1}>
      {title}
    </Title>
  )
}

/** The heading of a page with the buttons of the page. */
export const PageHeader = ({ title, subtitle, back, children }: PageHeaderProps) => (
  <header className="page-header">
    {back && (
      <PageLink href={back.href} size="sm" className="page-back">
        ← {back.label}
      </PageLink>
    )}
    <Group justify="space-between" align="center" gap="sm">
      <div className="page-title">
        <PageTitle title={title} />
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
