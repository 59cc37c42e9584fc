import { Menu, NavLink, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { type NavigationCount, useNavigationCounts } from './navigation-counts'
import { usePreload } from './preload'
import { type NavigationItem, routes } from './routes'

interface Entry extends NavigationItem {
  readonly path: string
  readonly isCurrent: boolean
}

/** Returns the pages of the navigation that the user's role allows. */
function useEntries(): Entry[] {
  const { may } = useSignedIn()
  const [location] = useLocation()
  return routes.flatMap(({ path, nav, role = 'viewer' }) => {
    if (!nav || !may(role)) return []
    const isCurrent = [path, ...(nav.includes ?? [])].some((one) => isAtOrBelow(location, one))
    return [{ path, isCurrent, ...nav }]
  })
}

const isAtOrBelow = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`))

const currentIf = (isCurrent: boolean) => (isCurrent ? { 'aria-current': 'page' as const } : {})

/** Loads the pages that the navigation links to. */
const loadPages = () => Promise.all(routes.flatMap(({ nav, page }) => (nav ? [page.load()] : [])))

export const usePreloadedPages = () => usePreload(loadPages)

export function SideBar() {
  const counts = useNavigationCounts()
  const entries = useEntries()
  const linkOf = ({ path, label, icon: Icon, isCurrent }: Entry) => (
    <NavLink
      key={path}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={countOf(counts[path])}
      active={isCurrent}
      {...currentIf(isCurrent)}
      renderRoot={(props) => <Link {...props} href={path} />}
    />
  )
  return (
    <>
      {entries.filter(({ isSecondary }) => !isSecondary).map(linkOf)}
      <hr className="nav-line" />
      {entries.filter(({ isSecondary }) => isSecondary).map(linkOf)}
    </>
  )
}

/** The page itself reads the count out; in the name of a link, it would change while the user listens. */
const countOf = (shown: NavigationCount | undefined) =>
  shown && (
    <span className="nav-count" aria-hidden data-problem={shown.isProblem}>
      {counted(shown.count)}
    </span>
  )

/** The items of the bottom bar of a phone, before the menu of all others. Scan is in the middle. */
const phonePaths = ['/', '/assets', '/scan', '/unknown-tags']

export function BottomBar() {
  const entries = useEntries()
  const [, navigate] = useLocation()
  const direct = phonePaths.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  const others = entries.filter((entry) => !direct.includes(entry))
  return (
    <ul className="bottom-bar">
      {direct.map(({ path, label, shortLabel, icon: Icon, isCurrent }) => (
        <li key={path}>
          <Link href={path} className="bottom-link" data-path={path} {...currentIf(isCurrent)}>
            <Icon size={22} aria-hidden />
            {shortLabel ?? label}
          </Link>
        </li>
      ))}
      <li>
        <Menu position="top-end">
          <Menu.Target>
            <UnstyledButton className="bottom-link" {...currentIf(others.some(({ isCurrent }) => isCurrent))}>
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
    </ul>
  )
}
