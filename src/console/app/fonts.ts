import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
// files/inter-latin-wght-normal.woff2 of the same package with the weights and features that the console uses, because every first page loads it:
//   fonttools varLib.instancer <file> wght=400:700 -o latin.ttf
//   pyftsubset latin.ttf --unicodes=<the characters below> --layout-features=kern,tnum --name-IDs=0,1,2,13,14 --flavor=woff2
import latin from './fonts/inter-latin.woff2'

/** The weights and the characters of each file, as the font's package lists them. The browser fetches a file when a text needs it. */
const faces = [
  [
    latin,
    '400 700',
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  ],
  [
    latinExtended,
    '100 900',
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  ],
] as const

/**
 * Adds the font of the design to the page. The bundler would put fonts of a style sheet into the style sheet itself,
 * where the content security policy refuses them.
 */
export function addFonts(): void {
  for (const [file, weight, unicodeRange] of faces)
    document.fonts.add(
      new FontFace('Inter Variable', `url(${file})`, { weight, display: 'swap', unicodeRange }),
    )
}
