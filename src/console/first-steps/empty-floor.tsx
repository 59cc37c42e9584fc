/** Places that are not there yet, on a floor of 500 by 396. */
const ghosts = [
  [24, 24, 62, 196],
  [98, 24, 62, 196],
  [172, 24, 62, 196],
  [246, 24, 62, 196],
  [332, 24, 140, 92],
  [332, 130, 140, 90],
  [24, 268, 210, 66],
] as const

const nameMax = 14

interface EmptyFloorProps {
  /** The name of the first location. */
  readonly location: string | undefined
}

/** A drawing of a floor as it will be, with the first location in it. */
export const EmptyFloor = ({ location }: EmptyFloorProps) => (
  <div className="empty-floor" aria-hidden>
    <svg viewBox="-4 -4 508 404">
      <rect className="empty-floor-wall" width={500} height={396} rx={4} />
      {ghosts.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} className="empty-floor-ghost" {...{ x, y, width, height }} rx={7} />
      ))}
      <g data-ready={location === undefined ? undefined : ''}>
        <rect className="empty-floor-place" x={246} y={268} width={104} height={128} rx={7} />
        {location !== undefined && (
          <text x={298} y={304} textAnchor="middle" className="empty-floor-name">
            {location.length > nameMax ? `${location.slice(0, nameMax - 1)}…` : location}
          </text>
        )}
        <circle className="empty-floor-range" cx={298} cy={352} r={31} />
        <circle className="empty-floor-range" cx={298} cy={352} r={20} />
        <circle className="empty-floor-asset" cx={298} cy={352} r={9} />
      </g>
    </svg>
  </div>
)
