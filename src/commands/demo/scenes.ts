/** The bodies of the photos of the demo, as functions of the distance to their surface. Lengths are meters, y is the height. */

export type Color = readonly [red: number, green: number, blue: number]

export interface Body {
  readonly color: Color
  readonly distance: (x: number, y: number, z: number) => number
}

type Point = readonly [x: number, y: number, z: number]

const wood: Color = [0.72, 0.54, 0.34]
const cardboard: Color = [0.76, 0.62, 0.44]
const blue: Color = [0.13, 0.36, 0.68]
const steel: Color = [0.55, 0.58, 0.6]
const black: Color = [0.1, 0.1, 0.11]
const white: Color = [0.93, 0.93, 0.9]

const box = (color: Color, [cx, cy, cz]: Point, [hx, hy, hz]: Point): Body => ({
  color,
  distance(x, y, z) {
    const [dx, dy, dz] = [Math.abs(x - cx) - hx, Math.abs(y - cy) - hy, Math.abs(z - cz) - hz]
    const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0))
    return outside + Math.min(Math.max(dx, dy, dz), 0)
  },
})

/** A cylinder along the height, or along the depth. */
const cylinder = (
  color: Color,
  along: 'y' | 'z',
  [cx, cy, cz]: Point,
  [radius, half]: readonly [radius: number, halfLength: number],
): Body => ({
  color,
  distance(x, y, z) {
    const [across, length] = along === 'y' ? [z - cz, y - cy] : [y - cy, z - cz]
    const [dr, dl] = [Math.hypot(x - cx, across) - radius, Math.abs(length) - half]
    return Math.hypot(Math.max(dr, 0), Math.max(dl, 0)) + Math.min(Math.max(dr, dl), 0)
  },
})

/** A blue pallet with cartons. */
export const pallet: readonly Body[] = [
  ...[-0.5, 0, 0.5].map((x) => box(blue, [x, 0.06, 0], [0.07, 0.06, 0.4])),
  ...[-0.34, -0.11, 0.11, 0.34].map((z) => box(blue, [0, 0.135, z], [0.6, 0.012, 0.07])),
  ...[-0.28, 0.28].map((x) => box(cardboard, [x, 0.35, 0], [0.27, 0.2, 0.36])),
  box(cardboard, [-0.26, 0.73, 0.02], [0.26, 0.17, 0.33]),
  box(white, [-0.4, 0.42, -0.361], [0.09, 0.06, 0.004]),
  box(white, [-0.3, 0.78, -0.312], [0.08, 0.05, 0.004]),
]

/** A cable drum on its side. */
export const drum: readonly Body[] = [
  ...[-0.3, 0.3].map((z) => cylinder(wood, 'z', [0, 0.55, z], [0.55, 0.03])),
  cylinder(black, 'z', [0, 0.55, 0], [0.4, 0.3]),
  cylinder(steel, 'z', [0, 0.55, -0.325], [0.08, 0.012]),
  box(white, [-0.2, 0.8, -0.333], [0.1, 0.06, 0.004]),
]

/** A steel barrel. */
export const barrel: readonly Body[] = [
  cylinder(blue, 'y', [0, 0.45, 0], [0.29, 0.43]),
  ...[0.04, 0.31, 0.6, 0.87].map((y) => cylinder(blue, 'y', [0, y, 0], [0.305, 0.012])),
  cylinder(steel, 'y', [0.12, 0.885, -0.05], [0.035, 0.012]),
  box(white, [-0.03, 0.46, -0.29], [0.1, 0.07, 0.012]),
]
