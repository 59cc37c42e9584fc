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
import type { Role } from '../api/session'
import { NotLoaded } from './crash'

/** Every page of the console: a file `<feature>/<name>-page.tsx`, and a line here. Each is loaded when it is first opened. */

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
    page: lazily(async () => (await import('../where/where-page')).WherePage),
    nav: { label: 'Where', icon: IconMapPin },
  },
  {
    path: '/then',
    page: lazily(async () => (await import('../time-travel/time-travel-page')).TimeTravelPage),
  },
  {
    path: '/scan',
    page: lazily(async () => (await import('../scans/scan-page')).ScanPage),
    role: 'operator',
    nav: { label: 'Scan', icon: IconScan },
  },
  {
    path: '/overview',
    page: lazily(async () => (await import('../overview/overview-page')).OverviewPage),
    nav: { label: 'Overview', icon: IconLayoutDashboard },
  },
  {
    path: '/assets',
    page: lazily(async () => (await import('../assets/assets-page')).AssetsPage),
    nav: { label: 'Assets', icon: IconBox },
  },
  {
    path: '/assets/new',
    page: lazily(async () => (await import('../assets/new-asset-page')).NewAssetPage),
    role: 'manager',
  },
  {
    path: '/assets/import',
    page: lazily(async () => (await import('../imports/import-assets-page')).ImportAssetsPage),
    role: 'manager',
  },
  { path: '/assets/:id', page: lazily(async () => (await import('../assets/asset-page')).AssetPage) },
  {
    path: '/assets/:id/edit',
    page: lazily(async () => (await import('../assets/edit-asset-page')).EditAssetPage),
    role: 'manager',
  },
  {
    path: '/locations',
    page: lazily(async () => (await import('../locations/locations-page')).LocationsPage),
    nav: { label: 'Locations', icon: IconSitemap },
  },
  {
    path: '/locations/new',
    page: lazily(async () => (await import('../locations/new-location-page')).NewLocationPage),
    role: 'manager',
  },
  {
    path: '/locations/:id',
    page: lazily(async () => (await import('../locations/location-page')).LocationPage),
  },
  {
    path: '/locations/:id/edit',
    page: lazily(async () => (await import('../locations/edit-location-page')).EditLocationPage),
    role: 'manager',
  },
  { path: '/labels', page: lazily(async () => (await import('../labels/labels-page')).LabelsPage) },
  {
    path: '/readers',
    page: lazily(async () => (await import('../readers/readers-page')).ReadersPage),
    nav: { label: 'Readers', icon: IconAntenna },
  },
  {
    path: '/readers/new',
    page: lazily(async () => (await import('../readers/new-reader-page')).NewReaderPage),
    role: 'admin',
  },
  { path: '/readers/:id', page: lazily(async () => (await import('../readers/reader-page')).ReaderPage) },
  {
    path: '/readers/:id/edit',
    page: lazily(async () => (await import('../readers/edit-reader-page')).EditReaderPage),
    role: 'admin',
  },
  {
    path: '/unknown-tags',
    page: lazily(async () => (await import('../unknown-tags/unknown-tags-page')).UnknownTagsPage),
    role: 'operator',
    nav: { label: 'Unknown tags', icon: IconTags },
  },
  {
    path: '/api-keys',
    page: lazily(async () => (await import('../api-keys/api-keys-page')).ApiKeysPage),
    role: 'admin',
  },
  {
    path: '/api-keys/new',
    page: lazily(async () => (await import('../api-keys/new-api-key-page')).NewApiKeyPage),
    role: 'admin',
  },
  { path: '/members', page: lazily(async () => (await import('../users/members-page')).MembersPage) },
  {
    path: '/members/invite',
    page: lazily(async () => (await import('../users/invite-page')).InvitePage),
    role: 'admin',
  },
  { path: '/settings', page: lazily(async () => (await import('../settings/settings-page')).SettingsPage) },
  {
    path: '/backups',
    page: lazily(async () => (await import('../backups/backups-page')).BackupsPage),
    isForOwners: true,
  },
  {
    path: '/audit',
    page: lazily(async () => (await import('../changes/changes-page')).ChangesPage),
    role: 'admin',
  },
  { path: '/account', page: lazily(async () => (await import('../users/account-page')).AccountPage) },
  {
    path: '/organizations/new',
    page: lazily(async () => (await import('../settings/new-organization-page')).NewOrganizationPage),
    isForOwners: true,
  },
  { path: '/about', page: lazily(async () => (await import('../settings/about-page')).AboutPage) },
]
