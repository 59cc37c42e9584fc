import { encodePng } from './png'
import { barrel, type Body, type Color, drum, pallet } from './scenes'

/** Draws the photos of assets: goods on the floor of the hall, in front of a wall. */

interface DemoPhoto {
  /** Names of the goods that it shows. */
  readonly goods: string
  readonly description: string
  /** Returns a PNG. */
  readonly draw: () => Uint8Array
}

const seen = (goods: string, description: string, bodies: readonly Body[], angle: number): DemoPhoto => ({
  goods,
  description,
  draw: () => drawn(bodies, angle),
})

export const demoPhotos: readonly DemoPhoto[] = [
  seen('Blue pallet', 'At the goods receipt', pallet, -0.5),
  seen('Blue pallet', 'From the right', pallet, 0.75),
  seen('Cable drum', 'With the label of the supplier', drum, 0.5),
  seen('Barrel', 'Front', barrel, -0.3),
]

const width = 400
const height = 300

type Vector = readonly [x: number, y: number, z: number]
const normalized = ([x, y, z]: Vector): Vector => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
const along = (from: Vector, to: Vector, length: number): Vector => [
  from[0] + to[0] * length,
  from[1] + to[1] * length,
  from[2] + to[2] * length,
]

/** The direction to the light. */
const light = normalized([-0.5, 1, -0.6])
const floor: Color = [0.6, 0.6, 0.58]
const wall: Color = [0.8, 0.82, 0.8]
const wallDistance = 1.6
/** A ball that contains all bodies. */
const center: Vector = [0, 0.45, 0]
const radius = 0.95
const near = 0.0008

function drawn(bodies: readonly Body[], angle: number): Uint8Array {
  const eye: Vector = [3.1 * Math.sin(angle), 1.35, -3.1 * Math.cos(angle)]
  const forward = normalized([-eye[0], 0.42 - eye[1], -eye[2]])
  const right = normalized([-forward[2], 0, forward[0]].map((value) => -value) as unknown as Vector)
  const up: Vector = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ]
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x - width / 2) / height, (height / 2 - y) / height]
      const ray = normalized(along(along(forward, right, u * 0.62), up, v * 0.62))
      const color = colorOf(bodies, eye, ray)
      for (let at = 0; at < 3; at++) pixels[(y * width + x) * 4 + at] = toByte(color[at] as number)
    }
  return encodePng(pixels, width, height)
}

const toByte = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, value)) ** 0.8)

/** Returns the color that the eye sees in a direction. */
function colorOf(bodies: readonly Body[], eye: Vector, ray: Vector): Color {
  const hit = hitOf(bodies, eye, ray)
  if (hit) {
    const { point, body } = hit
    const normal = normalOf(body, point)
    return lit(body.color, bodies, along(point, normal, 0.004), normal)
  }
  const toFloor = ray[1] < 0 ? -eye[1] / ray[1] : Infinity
  const toWall = ray[2] === 0 ? Infinity : (Math.sign(ray[2]) * wallDistance - eye[2]) / ray[2]
  if (toFloor < toWall) return lit(floor, bodies, along(eye, ray, toFloor), [0, 1, 0])
  return lit(wall, bodies, along(eye, ray, toWall), [0, 0, -Math.sign(ray[2])])
}

/** Returns the first body on a ray. */
function hitOf(bodies: readonly Body[], from: Vector, ray: Vector) {
  const offset: Vector = [from[0] - center[0], from[1] - center[1], from[2] - center[2]]
  const middle = dot(offset, ray)
  const inside = middle ** 2 - dot(offset, offset) + radius ** 2
  if (inside < 0) return undefined
  const last = -middle + Math.sqrt(inside)
  for (let length = Math.max(0, -middle - Math.sqrt(inside)); length < last;) {
    const point = along(from, ray, length)
    let [distance, nearest] = [Infinity, bodies[0] as Body]
    for (const body of bodies) {
      const next = body.distance(...point)
      if (next < distance) [distance, nearest] = [next, body]
    }
    if (distance < near) return { point, body: nearest }
    length += distance
  }
  return undefined
}

function normalOf({ distance }: Body, [x, y, z]: Vector): Vector {
  const step = 0.001
  return normalized([
    distance(x + step, y, z) - distance(x - step, y, z),
    distance(x, y + step, z) - distance(x, y - step, z),
    distance(x, y, z + step) - distance(x, y, z - step),
  ])
}

/** Returns the color of a surface in the light, or in the shadow of a body. */
function lit(color: Color, bodies: readonly Body[], point: Vector, normal: Vector): Color {
  const facing = Math.max(0, dot(normal, light))
  const direct = facing > 0 && !hitOf(bodies, point, light) ? facing : 0
  const around = 0.44 + 0.12 * normal[1]
  // The light decreases with the distance from the middle.
  const fall = 1 / (1 + 0.06 * (point[0] ** 2 + point[2] ** 2))
  const bright = (around + 0.7 * direct) * fall
  return [color[0] * bright, color[1] * bright, color[2] * bright]
}
