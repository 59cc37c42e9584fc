import type { TreeLocation } from '../api/location-tree'
import type { Freshness } from '../ui/values/format'
import type { Box, Point } from './shapes/geometry'
import type { Picture } from './shapes/picture'

/** An asset that a picture shows as a dot. */
export interface FoundAsset {
  readonly location: TreeLocation
  /** The freshness of its location, or that it has just moved there. */
  readonly state: Freshness | 'moved'
  /** The location where the asset may be instead. */
  readonly rival?: TreeLocation | undefined
}

interface FoundDotProps {
  readonly asset: FoundAsset
  readonly picture: Picture
}

/** The dot of an asset, whose shape shows its state as in lists, and the outline of the area where it may be instead. */
export function FoundDot({ asset: { location, state, rival }, picture }: FoundDotProps) {
  const at = picture.pointOf(location)
  if (!at) return null
  return (
    <>
      {rival && <RivalOutline box={picture.boxOf(rival)} />}
      <Dot state={state} at={at} />
    </>
  )
}

const RivalOutline = ({ box }: { readonly box: Box | undefined }) =>
  box ? (
    <rect className="rival-outline" {...box} rx={Math.min(7, box.width / 4, box.height / 4)} aria-hidden />
  ) : null

function Dot({ state, at }: { readonly state: FoundAsset['state']; readonly at: Point }) {
  return (
    <g className="found-dot" data-state={state} transform={`translate(${at.x} ${at.y})`} aria-hidden>
      <circle className="found-ground" r={12} />
      <circle className="found-mark" r={7.5} />
      {state === 'aging' && <path className="found-half" d="M0 -7.5A7.5 7.5 0 0 0 0 7.5Z" />}
    </g>
  )
}
