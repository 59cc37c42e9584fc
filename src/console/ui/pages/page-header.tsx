import { Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../languages/messages'
import { useFrame, useHasRoom } from './frame'
import { PageLink } from './link'
import { MoreMenu } from './more-menu'
import { SectionTabs, type SectionTabsProps } from './section-tabs'

interface Crumb {
  readonly href: string
  readonly label: string
}

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** The item of the navigation and its pages, for an item with several. Its name is shown instead of the title. */
  readonly section?: SectionTabsProps
  /** The parent page, or all pages above this one. */
  readonly back?: Crumb | readonly Crumb[]
  /** Buttons of the page. */
  readonly children?: ReactNode
  /** The less important ones, each a `HeaderAction`: in a narrow window, they are in a menu. */
  readonly secondary?: ReactNode
}

/** Whether a page was shown before. The first page leaves the focus unchanged. */
let hasShown = false

interface PageTitleProps {
  readonly title: string
  readonly size?: 'h2' | 'h3'
  /** Shown instead of the title, which screen readers announce. */
  readonly shown?: string | undefined
}

/** The heading of a page, which is also the document's title. */
export function PageTitle({ title, size = 'h2', shown = title }: PageTitleProps) {
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
    <Title order={1} size={size} ref={heading} tabIndex={-1} aria-label={shown === title ? undefined : title}>
      {shown}
    </Title>
  )
}

/** The pages above a page: in the top bar, and on a phone above the title. The page itself shows its own title. */
export function PagePath({ back }: Required<Pick<PageHeaderProps, 'back'>>) {
  const frame = useFrame()
  const above = [back].flat()
  const [only] = above
  if (frame)
    return createPortal(
      <nav aria-label={t('Path')} className="frame-path">
        {above.map(({ href, label }) => (
          <PageLink key={href} href={href} inherit>
            {label}
          </PageLink>
        ))}
      </nav>,
      frame.title,
    )
  if (above.length === 1 && only)
    return (
      <PageLink href={only.href} size="sm" className="page-back">
        ← {only.label}
      </PageLink>
    )
  return (
    <Breadcrumbs component="nav" aria-label={t('Path')} className="crumbs" separator="›" mb={4}>
      {above.map(({ href, label }) => (
        <PageLink key={href} href={href} size="sm">
          {label}
        </PageLink>
      ))}
    </Breadcrumbs>
  )
}

/** Buttons of a page in the top bar, and on a phone in their place on the page. */
export function PageActions({ children }: { readonly children: ReactNode }) {
  const frame = useFrame()
  return frame ? createPortal(children, frame.actions) : <Group gap="xs">{children}</Group>
}

/** The title and the buttons of a page. Those of a page at the top are in the top bar of the frame. */
export function PageHeader({ title, subtitle, section, back, children, secondary }: PageHeaderProps) {
  const frame = useFrame()
  const hasRoom = useHasRoom()
  const isInBar = frame !== null && back === undefined
  const explained = subtitle && (
    <Text c="dimmed" size="sm" className="page-subtitle" component="div">
      {subtitle}
    </Text>
  )
  const buttons = (
    <>
      {children}
      {hasRoom ? secondary : <MoreMenu>{secondary}</MoreMenu>}
    </>
  )
  if (isInBar)
    return (
      <>
        {createPortal(
          <>
            <PageTitle title={title} size="h3" shown={section?.name} />
            {section && <SectionTabs {...section} />}
          </>,
          frame.title,
        )}
        <PageActions>{buttons}</PageActions>
        {explained && <div className="page-header">{explained}</div>}
      </>
    )
  return (
    <header className="page-header">
      {back && <PagePath back={back} />}
      <Group justify="space-between" align="center" gap="sm" className="page-top">
        <div className="page-title">
          <PageTitle title={title} shown={section?.name} />
        </div>
        <Group gap="xs" className="page-actions">
          {buttons}
        </Group>
        {explained}
      </Group>
      {section && <SectionTabs {...section} />}
    </header>
  )
}
