import { Link, useLocation } from 'wouter'
import { counted } from '../values/format'

interface Tab {
  readonly href: string
  readonly label: string
  /** Shown after the label; 0 is not. */
  readonly count?: number | undefined
}

export interface SectionTabsProps {
  /** The name of the item of the navigation. */
  readonly name: string
  readonly tabs: readonly Tab[]
}

/** The pages of an item of the navigation, beside its title. */
export function SectionTabs({ name, tabs }: SectionTabsProps) {
  const [location] = useLocation()
  return (
    <nav className="section-tabs" aria-label={name}>
      {tabs.map(({ href, label, count = 0 }) => (
        <Link key={href} href={href} {...(location === href && { 'aria-current': 'page' as const })}>
          {label}
          {count > 0 && <span>{counted(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
