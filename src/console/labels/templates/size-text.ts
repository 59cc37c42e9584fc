import { withOwnMark } from '../../fields/decimal-mark'
import { t } from '../../languages/messages'
import type { Draft } from './template'

/** Returns the size of a label: "76.2 × 50.8 mm". */
export const sizeText = ({
  width_mm: width,
  height_mm: height,
}: Pick<Draft, 'width_mm' | 'height_mm'>): string =>
  t('{width} × {height} mm', { width: withOwnMark(String(width)), height: withOwnMark(String(height)) })
