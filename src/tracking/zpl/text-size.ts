/** Widths of texts in the scalable font of label printers (font 0), which is narrow and bold. */

/** Width of a character of each kind, as a share of the height. They are a little larger than those of the font. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ilj|.,:;'!`]/, 0.28],
  [/[ftr()[\]\-/\\ ]/, 0.36],
  [/[mwMW@%]/, 0.86],
  [/[A-Z&]/, 0.62],
  [/[a-z0-9_]/, 0.52],
]
const otherWidth = 0.64
/** Ideographs and other wide characters. */
const wide = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/

function widthOf(character: string): number {
  if (wide.test(character) || character.length > 1) return 1.05
  return widths.find(([kind]) => kind.test(character))?.[1] ?? otherWidth
}

/** Returns the width of a text, as a multiple of its height. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((total, character) => total + widthOf(character), 0)
