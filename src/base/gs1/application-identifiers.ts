/** The application identifiers of GS1 element strings (GS1 General Specifications). */

/**
 * Identifiers, or ranges of them, and the format of their data: `n` digits, `x` characters of the set of 82, `y` those of the set
 * of 39, `z` those of base64url, each with a length or `..` and a maximum. `d` is a date (YYMMDD). Data with `*` is followed by
 * the next identifier without a separator.
 */
const formats = `
00 n18* | 01-03 n14* | 11-13 d6* | 15-17 d6* | 20 n2* | 3100-3699 n6* | 410-417 n13*
10 x..20 | 21 x..20 | 22 x..20 | 235 x..28 | 240 x..30 | 241 x..30 | 242 n..6 | 243 x..20 | 250 x..30 | 251 x..30
253 n13x..17 | 254 x..20 | 255 n13n..12 | 30 n..8 | 37 n..8 | 3900-3909 n..15 | 3910-3919 n3n..15 | 3920-3929 n..15
3930-3939 n3n..15 | 3940-3943 n4 | 3950-3953 n6 | 400 x..30 | 401 x..30 | 402 n17 | 403 x..30 | 420 x..20 | 421 n3x..9
422 n3 | 423 n3n..12 | 424 n3 | 425 n3n..12 | 426 n3 | 427 x..3 | 4300-4301 x..35 | 4302-4306 x..70 | 4307 x2 | 4308 x..30
4309 n20 | 4310-4311 x..35 | 4312-4316 x..70 | 4317 x2 | 4318 x..20 | 4319 x..30 | 4320 x..35 | 4321-4323 n1 | 4324-4325 n10
4326 n6 | 4330-4333 n6x..1 | 7001 n13 | 7002 x..30 | 7003 n10 | 7004 n..4 | 7005 x..12 | 7006 d6 | 7007 n6n..6 | 7008 x..3
7009 x..10 | 7010 x..2 | 7011 n6n..4 | 7020-7022 x..20 | 7023 x..30 | 7030-7039 n3x..27 | 7040 n1x3 | 7041 x..4 | 710-716 x..20
7230-7239 x2x..28 | 7240 x..20 | 7241 n2 | 7242 x..25 | 7250 n8 | 7251 n12 | 7252 n1 | 7253-7254 x..40 | 7255 x..10 | 7256 x..90
7257 x..70 | 7258 n1x1n1 | 7259 x..40 | 8001 n14 | 8002 x..20 | 8003 n14x..16 | 8004 x..30 | 8005 n6 | 8006 n18 | 8007 x..34
8008 n8n..4 | 8009 x..50 | 8010 y..30 | 8011 n..12 | 8012 x..20 | 8013 x..25 | 8014 x..25 | 8017-8018 n18 | 8019 n..10
8020 x..25 | 8026 n18 | 8030 z..90 | 8110 x..70 | 8111 n4 | 8112 x..70 | 8200 x..70 | 90 x..30 | 91-99 x..90`

/** The characters of each kind of data, as a class of a regular expression. */
const characters: Readonly<Record<string, string>> = {
  n: String.raw`\d`,
  x: String.raw`[!"%-?A-Z_a-z]`,
  y: String.raw`[#\-/\dA-Z]`,
  z: String.raw`[\-\dA-Z_a-z]`,
}
const date = String.raw`\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])`

export interface Identifier {
  readonly ai: string
  readonly pattern: RegExp
  readonly minLength: number
  readonly maxLength: number
  /** Whether the next identifier follows without a separator. */
  readonly isPredefined: boolean
}

function identifierOf(ai: string, format: string): Identifier {
  const parts = [...format.matchAll(/([dnxyz])(\.\.)?(\d+)/g)].map(([, kind = '', isUpTo, length = '']) => ({
    source:
      kind === 'd'
        ? date
        : `${characters[kind]}{${isUpTo ? `${format.startsWith(kind) ? 1 : 0},` : ''}${length}}`,
    min: isUpTo ? (format.startsWith(kind) ? 1 : 0) : Number(length),
    max: Number(length),
  }))
  return {
    ai,
    pattern: new RegExp(`^${parts.map(({ source }) => source).join('')}$`),
    minLength: parts.reduce((sum, { min }) => sum + min, 0),
    maxLength: parts.reduce((sum, { max }) => sum + max, 0),
    isPredefined: format.endsWith('*'),
  }
}

const identifiers = new Map<string, Identifier>()
for (const [, from = '', to = from, format = ''] of formats.matchAll(/(\d+)(?:-(\d+))? ([^\s|]+)/g))
  for (let ai = Number(from); ai <= Number(to); ai++) {
    const text = String(ai).padStart(from.length, '0')
    identifiers.set(text, identifierOf(text, format))
  }

/** Returns the identifier with which a text begins at a position; undefined when there is none. No identifier begins with another. */
export function identifierAt(text: string, at: number): Identifier | undefined {
  return (
    identifiers.get(text.slice(at, at + 2)) ??
    identifiers.get(text.slice(at, at + 3)) ??
    identifiers.get(text.slice(at, at + 4))
  )
}
