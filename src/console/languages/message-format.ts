/**
 * The part of ICU MessageFormat that the messages use (decision 0025): `{name}`, `{name, number}` and
 * `{name, plural, =0 {…} one {…} other {…}}`, in which `#` is the number. A test compares it with FormatJS, which is ten times larger.
 */

interface Argument {
  readonly name: string
  readonly kind: 'value' | 'number' | 'plural'
  /** The texts of a plural, by number or by category. */
  readonly options: Readonly<Record<string, Parts>>
}

type Parts = readonly (string | Argument)[]

/** The values of a message, by name. Elements may be among them. */
type Values = Readonly<Record<string, unknown>>

/** Returns what writes a text with values. The result has a part for each value that is not text. Throws for a malformed text. */
export function messageFormat(text: string, locale: string): (values: Values) => unknown[] {
  const parts = new Parser(text).message()
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const valueOf = (values: Values, name: string): unknown => {
    if (!Object.hasOwn(values, name)) throw new Error(`The message "${text}" needs the value ${name}`)
    return values[name]
  }
  const write = (written: Parts, values: Values, count?: number): unknown[] =>
    written.flatMap((part): unknown => {
      if (typeof part === 'string') return part === '#' && count !== undefined ? numbers.format(count) : part
      const value = valueOf(values, part.name)
      if (part.kind === 'value') return [value]
      const number = Number(value)
      if (part.kind === 'number') return numbers.format(number)
      const chosen =
        part.options[`=${number}`] ?? part.options[plurals.select(number)] ?? part.options['other'] ?? []
      return write(chosen, values, number)
    })
  return (values) => write(parts, values)
}

const isKind = (text: string): text is Argument['kind'] => ['value', 'number', 'plural'].includes(text)

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  message(): Parts {
    const parts = this.#parts(false)
    if (this.#at < this.#text.length) this.#fail()
    return parts
  }

  /** Reads until the end of the text, or until the brace that closes the option of a plural. */
  #parts(isOption: boolean): Parts {
    const parts: (string | Argument)[] = []
    for (;;) {
      const literal = this.#take(isOption ? /[^{}#]*/y : /[^{}]*/y)
      if (literal) parts.push(literal)
      if (isOption && this.#take(/#/y)) parts.push('#')
      else if (this.#take(/\{/y)) parts.push(this.#argument())
      else return parts
    }
  }

  #argument(): Argument {
    const name = this.#take(/\s*\w+\s*/y).trim()
    const [kind = 'value'] = this.#take(/,\s*\w+\s*/y).match(/\w+/) ?? []
    if (!name || !isKind(kind)) this.#fail()
    const options = kind === 'plural' ? this.#options() : {}
    if (!this.#take(/\}/y)) this.#fail()
    return { name, kind, options }
  }

  #options(): Argument['options'] {
    const options: Record<string, Parts> = {}
    if (!this.#take(/,\s*/y)) this.#fail()
    for (;;) {
      const option = this.#take(/\s*(=\d+|\w+)\s*(?=\{)/y).trim()
      if (!option) break
      this.#take(/\{/y)
      options[option] = this.#parts(true)
      if (!this.#take(/\}\s*/y)) this.#fail()
    }
    if (!options['other']) this.#fail()
    return options
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #fail(): never {
    throw new SyntaxError(`The message "${this.#text}" is malformed at character ${this.#at + 1}`)
  }
}
