import type { components } from '../../api/schema'

type Reader = components['schemas']['Reader']
type Mapping = NonNullable<Reader['mapping']>
type Condition = NonNullable<Mapping['when']>[number]
export type TimeFormat = NonNullable<Mapping['time_format']>
export type MappingField = keyof Mapping

/** The inputs of a mapping. All are text, and empty for a field that is left out. Lists have an entry in each line. */
export type MappingInputs = Readonly<Record<MappingField, string>>

const noMapping: MappingInputs = {
  reads: '',
  value: '',
  value_join: '',
  value_from: 'path',
  value_decode: '',
  parent: '',
  when: '',
  antenna: '',
  antenna_names: '',
  observed_at: '',
  time_format: 'rfc3339',
  rssi: '',
  rssi_scale: '',
  tag_type: '',
}

/** The initial mapping. It fits a reader that sends `{"reads": [{"epc": ..., "antenna": ...}]}`. */
export const usualMapping: MappingInputs = {
  ...noMapping,
  reads: '$.reads',
  value: '$.epc',
  antenna: '$.antenna',
}

export function mappingInputsOf(mapping: Reader['mapping']): MappingInputs {
  if (mapping === null) return usualMapping
  const { value = '', when = [], antenna_names: names = {}, ...others } = mapping
  const texts = Object.entries(others).map(([name, field]) => [name, String(field)])
  return {
    ...noMapping,
    ...(Object.fromEntries(texts) as Partial<MappingInputs>),
    value: typeof value === 'string' ? value : value.join('\n'),
    when: when.map(lineOf).join('\n'),
    antenna_names: Object.entries(names)
      .map(([name, port]) => `${name} = ${String(port)}`)
      .join('\n'),
  }
}

export function mappingOf(inputs: MappingInputs): Mapping {
  const given = (name: MappingField) => inputs[name].trim() !== ''
  const text = <K extends MappingField>(name: K) =>
    given(name) ? ({ [name]: inputs[name] } as Record<K, string>) : {}
  const paths = linesOf(inputs.value)
  const names = linesOf(inputs.antenna_names).map(nameAndPort)
  return {
    reads: inputs.reads,
    ...(paths.length > 1 ? { value: paths } : text('value')),
    ...(paths.length > 1 && inputs.value_join !== '' && { value_join: inputs.value_join }),
    ...(inputs.value_from !== 'path' && text('value_from')),
    ...(given('value_decode') && {
      value_decode: inputs.value_decode as NonNullable<Mapping['value_decode']>,
    }),
    ...text('parent'),
    ...(given('when') && { when: linesOf(inputs.when).map(conditionOf) }),
    ...text('antenna'),
    ...(names.length > 0 && { antenna_names: Object.fromEntries(names) }),
    ...(given('observed_at') && {
      observed_at: inputs.observed_at,
      time_format: inputs.time_format as TimeFormat,
    }),
    ...text('rssi'),
    ...(given('rssi') && given('rssi_scale') && { rssi_scale: Number(inputs.rssi_scale) }),
    ...text('tag_type'),
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** Returns a condition as `$.state != OFF`, `$.rssi exists` or `$.gone absent`. */
function lineOf({ path, equals, not_equals: other, exists }: Condition): string {
  if (exists !== undefined) return `${path} ${exists ? 'exists' : 'absent'}`
  // Null means absent.
  if (equals === null || other === null) return `${path} ${equals === null ? 'absent' : 'exists'}`
  return equals === undefined ? `${path} != ${textOf(other)}` : `${path} = ${textOf(equals)}`
}

/** Constants are texts, numbers and booleans. */
const textOf = (constant: unknown): string =>
  typeof constant === 'string' ? constant : JSON.stringify(constant)

const comparison = /^(.*?) (=|!=) (.*)$/
const existence = /^(.*?) (exists|absent)$/

/** Returns the condition of a line. The service tells what is wrong with another line. */
function conditionOf(line: string): Condition {
  const [, comparedPath, operator, constant = ''] = comparison.exec(line.trimStart()) ?? []
  if (comparedPath !== undefined)
    return operator === '='
      ? { path: comparedPath, equals: constant }
      : { path: comparedPath, not_equals: constant }
  const [, path = line.trim(), word] = existence.exec(line.trim()) ?? []
  return word === undefined ? { path } : { path, exists: word === 'exists' }
}

/** Returns the name and the port of a line such as `Gate North = 1`. */
function nameAndPort(line: string): readonly [name: string, port: unknown] {
  const at = line.lastIndexOf('=')
  const name = at < 0 ? line : line.slice(0, at)
  const port = at < 0 ? '' : line.slice(at + 1).trim()
  return [name.trim(), /^\d+$/.test(port) ? Number(port) : port]
}
