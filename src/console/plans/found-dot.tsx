import type { TreeLocation } from '../api/location-tree'
import type { Freshness } from '../ui/values/format'
import type { Picture } from './shapes/picture'

/** An asset that a picture shows as a dot. */
export interface FoundAsset {
  readonly location: TreeLocation
  /** The freshness of its location, or that it has just moved there. */
  readonly state: Freshness | 'moved'
}

interface FoundDotProps {
  readonly asset: FoundAsset
  readonly picture: Picture
}

/** The dot of an asset. Its shape shows its state as in lists. */
export function FoundDot({ asset: { location, state }, picture }: FoundDotProps) {
  const at = picture.pointOf(location)
  if (!at) return null
  return (
    <g className="found-dot" data-state={state} transform={`translate(${at.x} ${at.y})`} aria-hidden>
      <circle className="found-ground" r={12} />
      <circle className="found-mark" r={7.5} />
      {state === 'aging' && <path className="found-half" d="M0 -7.5A7.5 7.5 0 0 0 0 7.5Z" />}
    </g>
  )
}
