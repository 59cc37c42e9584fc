import { Button, Menu } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { LinkButton } from './link'
import { InMenu, MenuLink } from './more-menu'

interface HeaderActionProps {
  /** Path within the console. */
  readonly href?: string
  readonly onClick?: () => void
  readonly disabled?: boolean
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** One of the secondary actions of a `PageHeader`: a button, or an item of its menu in a narrow window. */
export function HeaderAction({ href, onClick, disabled = false, icon, children }: HeaderActionProps) {
  const isInMenu = use(InMenu)
  if (!isInMenu && href !== undefined)
    return (
      <LinkButton href={href} variant="default" leftSection={icon}>
        {children}
      </LinkButton>
    )
  if (!isInMenu)
    return (
      <Button variant="default" onClick={onClick} disabled={disabled} leftSection={icon}>
        {children}
      </Button>
    )
  if (href !== undefined) return <MenuLink href={href}>{children}</MenuLink>
  return (
    <Menu.Item onClick={onClick} disabled={disabled}>
      {children}
    </Menu.Item>
  )
}
