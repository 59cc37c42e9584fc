import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Children, createContext, Fragment, isValidElement, type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../languages/messages'

interface MoreMenuProps {
  /** The items: `Menu.Item`, `MenuLink` and `DangerItem`. Without any, there is no menu. */
  readonly children: ReactNode
}

/** Whether a component is an item of the menu. */
export const InMenu = createContext(false)

/** Returns whether nodes render nothing: items that the user's role hides. */
const isNothing = (nodes: ReactNode): boolean =>
  Children.toArray(nodes).every(
    (node) =>
      isValidElement<{ children?: ReactNode }>(node) &&
      node.type === Fragment &&
      isNothing(node.props.children),
  )

/** The rarer actions of a page. Their dialogs are outside of the menu, which closes. */
export function MoreMenu({ children }: MoreMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  if (isNothing(children)) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          c="inherit"
          size={36}
          aria-label={t('More actions')}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {/* A dialog returns the focus to the element that had it before, which must not be the item: it is removed. */}
      <Menu.Dropdown onClickCapture={() => target.current?.focus({ preventScroll: true })}>
        <InMenu value>{children}</InMenu>
      </Menu.Dropdown>
    </Menu>
  )
}

interface MenuLinkProps {
  /** Path within the console. */
  readonly href: string
  readonly children: ReactNode
}

export function MenuLink({ href, children }: MenuLinkProps) {
  const [, navigate] = useLocation()
  return <Menu.Item onClick={() => navigate(href)}>{children}</Menu.Item>
}

interface DangerItemProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An action that can't be undone, as the last item, below a line. */
export const DangerItem = ({ onClick, children }: DangerItemProps) => (
  <>
    <Menu.Divider />
    <Menu.Item c="var(--mantine-color-error)" onClick={onClick}>
      {children}
    </Menu.Item>
  </>
)
