import { type Icon, IconBox, IconMapPin } from '@tabler/icons-react'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { Role } from './api/session'

/** Every page of the console: a file in `pages`, and a line here. Each is loaded when it is first opened. */

export interface PageRoute {
  /** Below /console, with parameters as `:name`. */
  readonly path: string
  readonly page: LazyPage
  /** The least role that the page is for; viewer where it is absent. */
  readonly role?: Role
  /** Its place in the navigation, in the order of this table; absent for pages that others lead to. */
  readonly nav?: { readonly label: string; readonly icon: Icon }
}

/** Loaded when it is first shown, or a little before: `load` says that it soon will be. */
type LazyPage = LazyExoticComponent<ComponentType> & { readonly load: () => Promise<unknown> }

function lazily(load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<{ default: ComponentType }> | undefined
  const once = () => (loading ??= load().then((page) => ({ default: page })))
  return Object.assign(lazy(once), { load: once })
}

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    page: lazily(async () => (await import('./pages/where')).WherePage),
    nav: { label: 'Where', icon: IconMapPin },
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
  { path: '/assets/:id', page: lazily(async () => (await import('./pages/asset')).AssetPage) },
  {
    path: '/assets/:id/edit',
    page: lazily(async () => (await import('./pages/edit-asset')).EditAssetPage),
    role: 'manager',
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
]
