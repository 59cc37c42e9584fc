import { parseArgs, type ParseArgsConfig } from 'node:util'
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../errors'

/** The one parser of the command line. */

type Flags = Readonly<NonNullable<ParseArgsConfig['options']>>

type Parsed<T extends Flags> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>

/** Every command takes these; `main` looks for them first. */
const ofEveryCommand = ['help', 'version']

/** Throws UsageError. The strict parser of Node is given only what it accepts: its messages suggest no other flag. */
export function parseFlags<const T extends Flags>(args: readonly string[], flags: T): Parsed<T> {
  const loose = parseArgs({
    args: [...args],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const given: string[] = []
  const positionals: string[] = []
  const seen = new Set<string>()
  for (const token of loose.tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag) {
      const nearest = closest(name, [...Object.keys(flags), ...ofEveryCommand])
      throw new UsageError(`Unknown flag ${rawName}; did you mean --${nearest}?`)
    }
    if (seen.has(name) && !flag.multiple) throw new UsageError(`${rawName} is given more than once.`)
    seen.add(name)
    if (flag.type === 'string') given.push(`--${name}=${valueOf(rawName, token)}`)
    else if (value === undefined) given.push(`--${name}`)
    else throw new UsageError(`${rawName} takes no value.`)
  }
  return parseArgs({
    args: [...given, '--', ...positionals],
    options: flags,
    allowPositionals: true,
    strict: true,
  })
}

interface OptionToken {
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

/** In `--host --port 80` the value of the host is missing. */
function valueOf(rawName: string, { value, inlineValue }: OptionToken): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`)
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value; write ${rawName}=<value> if it starts with two dashes.`)
  return value
}

/** The same where the command takes nothing but flags. */
export function parseFlagsOnly<const T extends Flags>(
  command: string,
  args: readonly string[],
  flags: T,
): Parsed<T>['values'] {
  const { values, positionals } = parseFlags(args, flags)
  const [first] = positionals
  if (first !== undefined) throw new UsageError(`${command} takes flags only, not '${first}'.`)
  return values
}
