interface Figure {
  readonly name: string
  readonly value: string
  readonly note: string
}

/** The figures at the head of a report. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="report-figures">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <b>{value}</b>
          <span>{note}</span>
        </dd>
      </div>
    ))}
  </dl>
)
