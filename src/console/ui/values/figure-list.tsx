import type { ReactNode } from 'react'

interface Figure {
  readonly name: string
  readonly value: string
  readonly note: string
}

interface FigureListProps {
  readonly className: string
  readonly figures: readonly Figure[]
  /** What follows the figures in the list. */
  readonly children?: ReactNode
}

/** Figures with their names and notes. */
export const FigureList = ({ className, figures, children }: FigureListProps) => (
  <dl className={className}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <b>{value}</b>
          <span>{note}</span>
        </dd>
      </div>
    ))}
    {children}
  </dl>
)
