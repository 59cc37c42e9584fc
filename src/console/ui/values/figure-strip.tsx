import { Link } from 'wouter'

export interface Figure {
  readonly name: string
  /** Path of the page that the figure is about. */
  readonly href: string
  readonly value: string
  readonly note?: string
}

/** Figures beside each other, each a link. On a phone, two in a row. */
export const FigureStrip = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <ul className="plain figure-strip">
    {figures.map(({ name, href, value, note }) => (
      <li key={name}>
        <Link href={href} data-figure={name}>
          <span>{name}</span>
          <span className="figure">{value}</span>
          {note !== undefined && <span>{note}</span>}
        </Link>
      </li>
    ))}
  </ul>
)
