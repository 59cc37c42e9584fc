import { Menu, NavLink, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { usePreload } from './preload'
import { type PageRoute, routes } from './routes'

interface Entry {
  readonly path: string
  readonly label: string
  readonly icon: NonNullable<PageRoute['nav']>['icon']
  readonly isCurrent: boolean
}

/** Returns the pages of the navigation that the user's role allows. */
function useEntries(): Entry[] {
  const { may } = useSignedIn()
  const [location] = useLocation()
  return routes.flatMap(({ path, nav, role = 'viewer' }) => {
    if (!nav || !may(role)) return []
    const isCurrent = location === path || (path !== '/' && location.startsWith(`${path}/`))
    return [{ path, isCurrent, ...nav }]
  })
}

const currentIf = (isCurrent: boolean) => (isCurrent ? { 'aria-current': 'page' as const } : {})

/** Loads the pages that the navigation links to. */
const loadPages = () => Promise.all(routes.flatMap(({ nav, page }) => (nav ? [page.load()] : [])))

export const usePreloadedPages = () => usePreload(loadPages)

export const SideBar = () =>
  useEntries().map(({ path, label, icon: Icon, isCurrent }) => (
    <NavLink
      key={path}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      active={isCurrent}
      {...currentIf(isCurrent)}
      renderRoot={(props) => <Link {...props} href={path} />}
    />
  ))

/** Maximum number of items in the bottom bar of a phone. */
const itemsMax = 5

export function BottomBar() {
  const entries = useEntries()
  const [, navigate] = useLocation()
  const isCrowded = entries.length > itemsMax
  const direct = isCrowded ? entries.slice(0, itemsMax - 1) : entries
  const others = entries.slice(direct.length)
  return (
    <ul className="bottom-bar">
      {direct.map(({ path, label, icon: Icon, isCurrent }) => (
        <li key={path}>
          <Link href={path} className="bottom-link" {...currentIf(isCurrent)}>
            <Icon size={22} aria-hidden />
            {label}
          </Link>
        </li>
      ))}
      {isCrowded && (
        <li>
          <Menu position="top-end">
            <Menu.Target>
              <UnstyledButton
                className="bottom-link"
                {...currentIf(others.some(({ isCurrent }) => isCurrent))}
              >
                <IconDots size={22} aria-hidden />
                {t('More')}
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map(({ path, label, icon: Icon }) => (
                <Menu.Item
                  key={path}
                  leftSection={<Icon size={18} aria-hidden />}
                  onClick={() => navigate(path)}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </li>
      )}
    </ul>
  )
}
