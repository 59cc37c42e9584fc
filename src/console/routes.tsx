import {
  type Icon,
  IconAntenna,
  IconBox,
  IconLayoutDashboard,
  IconMapPin,
  IconSitemap,
  IconTags,
  IconScan,
} from '@tabler/icons-react'
import { type ComponentType, type ReactNode, use } from 'react'
import type { Role } from './api/session'
import { NotLoaded } from './shell/crash'

/** Every page of the console: a file in `pages`, and a line here. Each is loaded when it is first opened. */

export interface PageRoute {
  /** Below /console, with parameters as `:name`. */
  readonly path: string
  readonly page: LazyPage
  /** The least role that the page is for; viewer where it is absent. */
  readonly role?: Role
  /** Whether it is for owners of the installation alone. */
  readonly isForOwners?: true
  /** Its place in the navigation, in the order of this table; absent for pages that others lead to. */
  readonly nav?: { readonly label: string; readonly icon: Icon }
}

/** Loaded when it is first shown, or a little before: `load` says that it soon will be. */
interface LazyPage {
  (): ReactNode
  readonly load: () => Promise<unknown>
}

/** React's own `lazy` waits once more for what is there already, and then holds the page back for 300 ms. */
function lazily(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const once = () =>
    (loading ??= load().then(
      (page) => {
        Loaded = page
        return page
      },
      (cause: unknown) => {
        throw new NotLoaded(cause, () => {
          loading = undefined
        })
      },
    ))
  function Page() {
    const Content = Loaded ?? use(once())
    return <Content />
  }
  return Object.assign(Page, { load: once })
}

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    page: lazily(async () => (await import('./pages/where')).WherePage),
    nav: { label: 'Where', icon: IconMapPin },
  },
  { path: '/then', page: lazily(async () => (await import('./pages/then')).ThenPage) },
  {
    path: '/scan',
    page: lazily(async () => (await import('./pages/scan')).ScanPage),
    role: 'operator',
    nav: { label: 'Scan', icon: IconScan },
  },
  {
    path: '/overview',
    page: lazily(async () => (await import('./pages/overview')).OverviewPage),
    nav: { label: 'Overview', icon: IconLayoutDashboard },
  },
  {
    path: '/assets',
    page: lazily(async () => (await import('./pages/assets')).AssetsPage),
    nav: { label: 'Assets', icon: IconBox },
  },
  {
    path: '/assets/new',
    page: lazily(async () => (await import('./pages/new-asset')).NewAssetPage),
    role: 'manager',
  },
  {
    path: '/assets/import',
    page: lazily(async () => (await import('./pages/import-assets')).ImportAssetsPage),
    role: 'manager',
  },
  { path: '/assets/:id', page: lazily(async () => (await import('./pages/asset')).AssetPage) },
  {
    path: '/assets/:id/edit',
    page: lazily(async () => (await import('./pages/edit-asset')).EditAssetPage),
    role: 'manager',
  },
  {
    path: '/locations',
    page: lazily(async () => (await import('./pages/locations')).LocationsPage),
    nav: { label: 'Locations', icon: IconSitemap },
  },
  {
    path: '/locations/new',
    page: lazily(async () => (await import('./pages/new-location')).NewLocationPage),
    role: 'manager',
  },
  { path: '/locations/:id', page: lazily(async () => (await import('./pages/location')).LocationPage) },
  {
    path: '/locations/:id/edit',
    page: lazily(async () => (await import('./pages/edit-location')).EditLocationPage),
    role: 'manager',
  },
  { path: '/labels', page: lazily(async () => (await import('./pages/labels')).LabelsPage) },
  {
    path: '/readers',
    page: lazily(async () => (await import('./pages/readers')).ReadersPage),
    nav: { label: 'Readers', icon: IconAntenna },
  },
  {
    path: '/readers/new',
    page: lazily(async () => (await import('./pages/new-reader')).NewReaderPage),
    role: 'admin',
  },
  { path: '/readers/:id', page: lazily(async () => (await import('./pages/reader')).ReaderPage) },
  {
    path: '/readers/:id/edit',
    page: lazily(async () => (await import('./pages/edit-reader')).EditReaderPage),
    role: 'admin',
  },
  {
    path: '/unknown-tags',
    page: lazily(async () => (await import('./pages/unknown-tags')).UnknownTagsPage),
    role: 'operator',
    nav: { label: 'Unknown tags', icon: IconTags },
  },
  {
    path: '/api-keys',
    page: lazily(async () => (await import('./pages/api-keys')).ApiKeysPage),
    role: 'admin',
  },
  {
    path: '/api-keys/new',
    page: lazily(async () => (await import('./pages/new-api-key')).NewApiKeyPage),
    role: 'admin',
  },
  { path: '/members', page: lazily(async () => (await import('./pages/members')).MembersPage) },
  {
    path: '/members/invite',
    page: lazily(async () => (await import('./pages/invite')).InvitePage),
    role: 'admin',
  },
  { path: '/settings', page: lazily(async () => (await import('./pages/settings')).SettingsPage) },
  {
    path: '/backups',
    page: lazily(async () => (await import('./pages/backups')).BackupsPage),
    isForOwners: true,
  },
  {
    path: '/audit',
    page: lazily(async () => (await import('./pages/changes')).ChangesPage),
    role: 'admin',
  },
  { path: '/account', page: lazily(async () => (await import('./pages/account')).AccountPage) },
  {
    path: '/organizations/new',
    page: lazily(async () => (await import('./pages/new-organization')).NewOrganizationPage),
    isForOwners: true,
  },
  { path: '/about', page: lazily(async () => (await import('./pages/about')).AboutPage) },
]
