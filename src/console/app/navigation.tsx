import { Menu, NavLink, UnstyledButton } from '@mantine/core'
import { IconDots, IconScan } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { NobodyHas } from '../alerts/nobody-has'
import { type Role, useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { type NavigationCount, useNavigationCounts } from './navigation-counts'
import { usePreload } from './preload'
import type { NavigationItem } from './page-route'
import { routes } from './routes'

interface Entry extends NavigationItem {
  readonly path: string
  readonly isCurrent: boolean
}

interface Order {
  /** The items of the sidebar, in groups. */
  readonly groups: readonly (readonly string[])[]
  /** Those that are behind "More" in the sidebar. */
  readonly more: readonly string[]
  /** The items of the bottom bar of a phone, before the menu of all others. Scan is in the middle. */
  readonly phone: readonly string[]
}

const ofAll: Order = {
  groups: [
    ['/overview', '/', '/alerts'],
    ['/scan', '/assets', '/locations', '/readers'],
    ['/reports', '/settings'],
  ],
  more: [],
  phone: ['/overview', '/', '/scan', '/alerts'],
}

/** What a role does most comes first. */
const orders: Readonly<Record<Role, Order>> = {
  viewer: { ...ofAll, phone: ['/', '/assets', '/overview', '/alerts'] },
  operator: {
    groups: [['/scan', '/', '/alerts'], ['/assets', '/locations'], ['/settings']],
    more: ['/overview', '/readers', '/reports'],
    phone: ['/', '/assets', '/scan', '/alerts'],
  },
  manager: ofAll,
  admin: ofAll,
}

/** Returns the items of the navigation that the user's role allows, by path, and their order. */
function useEntries() {
  const { may, organization } = useSignedIn()
  const [location] = useLocation()
  const entries = routes.flatMap(({ path, nav, role = 'viewer' }): Entry[] => {
    if (!nav || !may(role)) return []
    const isCurrent = [path, ...(nav.includes ?? [])].some((one) => isAtOrBelow(location, one))
    return [{ path, isCurrent, ...nav }]
  })
  const at = (paths: readonly string[]) =>
    paths.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  const order = orders[organization.role]
  return { entries, groups: order.groups.map(at), more: at(order.more), phone: at(order.phone) }
}

const isAtOrBelow = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`))

const currentIf = (isCurrent: boolean) => (isCurrent ? { 'aria-current': 'page' as const } : {})

interface Saving {
  /** Whether the user wants to save data, which not all browsers tell. */
  readonly connection?: { readonly saveData?: boolean }
}

const savesData = (): boolean => (navigator as Saving).connection?.saveData === true

/** Loads the pages that the navigation links to, unless the user wants to save data. */
const loadPages = async (): Promise<void> => {
  if (savesData()) return
  await Promise.all(routes.flatMap(({ nav, page }) => (nav ? [page.load()] : [])))
}

export const usePreloadedPages = () => usePreload(loadPages)

export function SideBar() {
  const counts = useNavigationCounts()
  const { groups, more } = useEntries()
  return (
    <>
      {groups.map((entries, at) => (
        <Fragment key={entries[0]?.path}>
          {at > 0 && <hr className="nav-line" />}
          {entries.map(({ path, label, icon: Icon, isCurrent }) => (
            <NavLink
              key={path}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              rightSection={countOf(counts[path])}
              active={isCurrent}
              {...currentIf(isCurrent)}
              renderRoot={(props) => <Link {...props} href={path} />}
            />
          ))}
        </Fragment>
      ))}
      {more.length > 0 && (
        <MoreItems entries={more} position="right-end">
          <NavLink
            component="button"
            label={t('More')}
            leftSection={<IconDots size={18} aria-hidden />}
            active={more.some(({ isCurrent }) => isCurrent)}
          />
        </MoreItems>
      )}
    </>
  )
}

interface MoreItemsProps {
  readonly entries: readonly Entry[]
  readonly position: 'right-end' | 'top-end'
  /** The button that opens the menu. */
  readonly children: ReactNode
}

function MoreItems({ entries, position, children }: MoreItemsProps) {
  const [, navigate] = useLocation()
  return (
    <Menu position={position}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ path, label, icon: Icon }) => (
          <Menu.Item key={path} leftSection={<Icon size={18} aria-hidden />} onClick={() => navigate(path)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The page itself reads the count out; in the name of a link, it would change while the user listens. */
const countOf = (shown: NavigationCount | undefined) =>
  shown && (
    <span className="nav-count" aria-hidden data-problem={shown.isProblem}>
      {counted(shown.count)}
    </span>
  )

export function BottomBar() {
  const { entries, phone } = useEntries()
  const others = entries.filter((entry) => !phone.includes(entry))
  return (
    <ul className="bottom-bar">
      {phone.map(({ path, label, icon: Icon, isCurrent }) => (
        <li key={path}>
          <Link href={path} className="bottom-link" data-path={path} {...currentIf(isCurrent)}>
            {path === '/scan' ? <IconScan size={22} aria-hidden /> : <Icon size={22} aria-hidden />}
            {path === '/scan' ? t('Scan') : label}
            {path === '/alerts' && <NobodyHas />}
          </Link>
        </li>
      ))}
      <li>
        <MoreItems entries={others} position="top-end">
          <UnstyledButton className="bottom-link" {...currentIf(others.some(({ isCurrent }) => isCurrent))}>
            <IconDots size={22} aria-hidden />
            {t('More')}
          </UnstyledButton>
        </MoreItems>
      </li>
    </ul>
  )
}
