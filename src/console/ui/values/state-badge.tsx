import type { ReactNode } from 'react'

/** `muted` is for what is switched off or over; the other two need attention. */
export type BadgeState = 'problem' | 'aging' | 'muted'

interface StateBadgeProps {
  readonly state: BadgeState
  readonly children: ReactNode
}

/** The only badge of the console. It marks what is abnormal; text and edge have enough contrast in light and dark. */
export const StateBadge = ({ state, children }: StateBadgeProps) => (
  <span className="state-badge" data-state={state}>
    {children}
  </span>
)
