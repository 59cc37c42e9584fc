import type { ReactNode } from 'react'

/** A list of names with their values. */
export const Pairs = ({
  pairs,
}: {
  readonly pairs: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className="pairs">
    {pairs.map(([name, value], at) => (
      <div key={`${at} ${name}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
