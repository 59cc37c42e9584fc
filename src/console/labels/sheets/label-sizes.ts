import { withPoint } from '../../fields/decimal-mark'
import { t } from '../../languages/messages'

/** Common sizes of labels. All lengths are in millimetres. */

export interface LabelSize {
  readonly id: string
  readonly name: string
  /** The name of the page size in labels.css. */
  readonly paper: 'a4' | 'letter' | 'roll-62' | 'roll-50' | 'roll-51' | 'roll-2in' | 'tape-12' | 'custom'
  readonly width: number
  readonly height: number
  /** Number of columns of a sheet; 1 for a roll, which is cut after each label. */
  readonly columns: number
  readonly rows: number
  /** Gap between two columns. */
  readonly gap: number
  readonly top: number
  readonly left: number
}

const roll = { columns: 1, rows: 1, gap: 0, top: 0, left: 0 }

const defaultSize: LabelSize = {
  id: 'roll-62',
  name: t('Roll, 62 × 29 mm'),
  paper: 'roll-62',
  width: 62,
  height: 29,
  ...roll,
}

export const sizes: readonly LabelSize[] = [
  defaultSize,
  { id: 'roll-50', name: t('Roll, 50 × 25 mm'), paper: 'roll-50', width: 50, height: 25, ...roll },
  {
    id: 'roll-2in',
    name: t('Roll, 50.8 × 25.4 mm (2 × 1 in)'),
    paper: 'roll-2in',
    width: 50.8,
    height: 25.4,
    ...roll,
  },
  { id: 'roll-51', name: t('Roll, 51 × 19 mm'), paper: 'roll-51', width: 51, height: 19, ...roll },
  { id: 'tape-12', name: t('Tape of 12 mm, 50 mm long'), paper: 'tape-12', width: 50, height: 12, ...roll },
  {
    id: 'a4-24',
    name: 'A4, 3 × 8 (70 × 37 mm)',
    paper: 'a4',
    width: 70,
    height: 37,
    columns: 3,
    rows: 8,
    gap: 0,
    top: 0.5,
    left: 0,
  },
  {
    id: 'a4-21',
    name: 'A4, 3 × 7 (63.5 × 38.1 mm)',
    paper: 'a4',
    width: 63.5,
    height: 38.1,
    columns: 3,
    rows: 7,
    gap: 2.5,
    top: 15.15,
    left: 7.25,
  },
  {
    id: 'letter-30',
    name: t('Letter, 3 × 10 (2⅝ × 1 in)'),
    paper: 'letter',
    width: 66.675,
    height: 25.4,
    columns: 3,
    rows: 10,
    gap: 3.175,
    top: 12.7,
    left: 4.76,
  },
]

/** A length of a label of a custom size. */
interface Length {
  readonly least: number
  readonly most: number
  /** Used until a length is entered that is within the bounds. */
  readonly usual: number
}

export const customLengths = {
  width: { least: 15, most: 300, usual: 60 },
  height: { least: 8, most: 300, usual: 40 },
} as const satisfies Record<string, Length>

/** Returns the length in a text when it is within its bounds. A hundredth of a millimeter is enough. */
export function lengthIn({ least, most }: Length, text: string): number | undefined {
  const length = Math.round(Number(withPoint(text)) * 100) / 100
  return text.trim() !== '' && length >= least && length <= most ? length : undefined
}

const lengthOf = (length: Length, text: string | null): number => lengthIn(length, text ?? '') ?? length.usual

export const custom = 'custom'

/**
 * Returns the size with this name.
 *
 * @param width of a custom size, as it was entered
 */
export function sizeOf(id: string | null, width: string | null, height: string | null): LabelSize {
  if (id !== custom) return sizes.find((size) => size.id === id) ?? defaultSize
  const lengths = [lengthOf(customLengths.width, width), lengthOf(customLengths.height, height)] as const
  return rollOf(custom, t('Custom size'), ...lengths)
}

/** Returns the size of a label of a roll, whose page is the label. */
export const rollOf = (id: string, name: string, width: number, height: number): LabelSize => ({
  id,
  name,
  paper: custom,
  width,
  height,
  ...roll,
})

export const isSheet = ({ columns }: LabelSize): boolean => columns > 1

const papers = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  'roll-62': { width: 62, height: 29 },
  'roll-50': { width: 50, height: 25 },
  'roll-2in': { width: 50.8, height: 25.4 },
  'roll-51': { width: 51, height: 19 },
  'tape-12': { width: 50, height: 12 },
} as const

export const paperOf = ({ paper, width, height }: LabelSize) =>
  paper === custom ? { width, height } : papers[paper]
