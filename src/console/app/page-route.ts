import type { Icon } from '@tabler/icons-react'
import type { Role } from '../api/session'
import type { LazyPage } from '../ui/pages/lazily'

export interface NavigationItem {
  readonly label: string
  readonly icon: Icon
  /** Paths of other pages that belong to the item: it is the current one on them and below them. */
  readonly includes?: readonly string[]
}

/** The pages of the console. Each is a file `<feature>/<name>-page.tsx` that is loaded when it is first opened. */

export interface PageRoute {
  /** Path below /console, with parameters as `:name`. */
  readonly path: string
  readonly page: LazyPage
  /** Minimum role for the page; viewer by default. */
  readonly role?: Role
  /** Whether only installation owners may open the page. */
  readonly isForOwners?: true
  /** Its item in the navigation, whose order navigation.tsx defines. Absent for pages that are below an item. */
  readonly nav?: NavigationItem
}
