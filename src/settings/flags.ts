import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from '../base/errors'
import { suggestion } from './nearest'

/** The parser of the command line for all commands. */

type Flags = Readonly<NonNullable<ParseArgsConfig['options']>>

type Parsed<T extends Flags> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>

/** The flags of all commands. `main` handles them before it runs a command. */
const commonFlags = ['help', 'version']

/**
 * Parses the arguments of a command. Throws UsageError. It checks the arguments before the strict parser of Node does,
 * because the errors of that parser do not suggest the right flag.
 */
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
      const known = [...Object.keys(flags), ...commonFlags]
      throw new UsageError(
        `Unknown flag ${rawName}${suggestion(name, known, 'With --help, the command lists its flags.', '--')}`,
      )
    }
    if (seen.has(name) && !flag.multiple) throw new UsageError(`${rawName} is given more than once.`)
    seen.add(name)
    if (flag.type === 'string') given.push(`--${name}=${valueOf(rawName, token)}`)
    else if (value === undefined) given.push(`--${name}`)
    else throw new UsageError(`${rawName} does not accept a value.`)
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

/** Returns the value of an option. Throws UsageError if it is missing, as the value of the host in `--host --port 80`. */
function valueOf(rawName: string, { value, inlineValue }: OptionToken): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`)
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value; write ${rawName}=<value> if it starts with two dashes.`)
  return value
}

/** Parses the arguments of a command that has no positional arguments. Throws UsageError. */
export function parseFlagsOnly<const T extends Flags>(
  command: string,
  args: readonly string[],
  flags: T,
): Parsed<T>['values'] {
  const { values, positionals } = parseFlags(args, flags)
  const [first] = positionals
  if (first !== undefined)
    throw new UsageError(`Unexpected argument '${first}': ${command} accepts only flags.`)
  return values
}
