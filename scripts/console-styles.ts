import type { BunPlugin } from 'bun'

/**
 * Writes logical properties of style sheets as physical ones. The bundler would write each as six rules with lists of languages, for
 * browsers that no longer exist; that was two thirds of the style sheet. The languages of the console are all written from left to
 * right.
 */

const sides: Readonly<Record<string, string>> = { start: 'left', end: 'right' }

/** `padding-inline-start`, `inset-inline-end`, `border-inline-start-width`. */
const oneSide = /(?<![\w-])(padding|margin|border|inset)-inline-(start|end)(-\w+)?(?![\w-])/g

/** `padding-inline: 1px 2px`, `border-inline-width: 1px`. */
const bothSides = /(?<![\w-])(padding|margin|border|inset)-inline(-\w+)?\s*:\s*([^;}]+?)(?=\s*[;}])/g

/** `border-start-end-radius`: the block side, then the inline side. */
const corner = /(?<![\w-])border-(start|end)-(start|end)-radius(?=\s*:)/g

const alignment = /(?<![\w-])text-align\s*:\s*(start|end)(?=\s*[;}])/g

/** Splits the values of a declaration at spaces that are not in parentheses. */
function valuesOf(text: string): string[] {
  const values = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ' ' && depth === 0) values.push('')
    else values[values.length - 1] += character
  }
  return values.filter((value) => value !== '')
}

const propertyOf = (name: string, side: string, suffix = ''): string =>
  name === 'inset' ? side : `${name}-${side}${suffix}`

export const physical = (css: string): string =>
  css
    .replaceAll(oneSide, (_, name: string, side: string, suffix?: string) =>
      propertyOf(name, String(sides[side]), suffix),
    )
    .replaceAll(bothSides, (_, name: string, suffix: string | undefined, text: string) => {
      // The values of `border-inline` are of both sides.
      const [left = '', right = left] = name === 'border' && !suffix ? [text] : valuesOf(text)
      return `${propertyOf(name, 'left', suffix)}: ${left}; ${propertyOf(name, 'right', suffix)}: ${right}`
    })
    .replaceAll(corner, (_, block: string, inline: string) => {
      const row = block === 'start' ? 'top' : 'bottom'
      return `border-${row}-${sides[inline]}-radius`
    })
    .replaceAll(alignment, (_, side: string) => `text-align: ${sides[side]}`)

export const physicalStyles: BunPlugin = {
  name: 'physical styles',
  setup(building) {
    building.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: physical(await Bun.file(path).text()),
      loader: 'css',
    }))
  },
}
