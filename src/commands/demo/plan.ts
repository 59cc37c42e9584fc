import { encodePng } from './png'

/**
 * Draws the floor plan of the demo warehouse: walls, doors, lanes and trucks, without text. The background is
 * transparent, and the colors are visible on a light and on a dark floor.
 */

const width = 1400
const height = 900

type Color = readonly [red: number, green: number, blue: number, alpha: number]

const wall: Color = [95, 131, 132, 255]
const floor: Color = [128, 160, 160, 22]
const lane: Color = [128, 160, 160, 120]
const truck: Color = [128, 160, 160, 70]

/** Left, upper, right and lower edge of the hall. */
const hall = [50, 50, 1350, 740] as const
const wallWidth = 8
/** The left edges of the doors in the lower wall, and those with a truck outside. */
const doors = [120, 440, 760, 1080]
const docked = [120, 440]
const doorWidth = 230

export function drawDemoPlan(): { png: Uint8Array; width: number; height: number } {
  const pixels = Buffer.alloc(width * height * 4)

  /** Fills the pixels from the left and upper edge up to, without, the right and lower edge. */
  function fill([left, top, right, bottom]: readonly [number, number, number, number], color: Color): void {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) pixels.set(color, (y * width + x) * 4)
  }

  const [left, top, right, bottom] = hall
  fill(hall, floor)
  for (let x = left + 30; x < 780; x += 34)
    for (const y of [488, 552]) fill([x, y, Math.min(x + 20, 780), y + 3], lane)
  for (let y = top + 30; y < bottom - 20; y += 34) fill([796, y, 799, y + 20], lane)
  fill([left, top, right, top + wallWidth], wall)
  fill([left, top, left + wallWidth, bottom], wall)
  fill([right - wallWidth, top, right, bottom], wall)
  fill([left, bottom - wallWidth, right, bottom], wall)
  for (const x of doors) fill([x, bottom - wallWidth, x + doorWidth, bottom], floor)
  for (const x of docked) {
    fill([x + 55, bottom + 10, x + 175, bottom + 100], truck)
    fill([x + 65, bottom + 104, x + 165, bottom + 140], truck)
  }
  return { png: encodePng(pixels, width, height), width, height }
}
