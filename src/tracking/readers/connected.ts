import { type Resolve, refusedLiterally } from '../../base/addresses/addresses'
import { parseHostPort, urlOf } from '../../base/addresses/host-port'
import type { FieldError } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { ReaderRow } from '../../storage/core/store'
import { connectedFormat } from '../formats/formats'
import { llrpPort } from '../llrp/client/faults'
import { mappingProblems } from './mapping'
import { readerMessages } from './messages'

/** The fields that depend on the format of a reader (docs/internal-api.md, Reader fields). */

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * Returns the problems of `format` and of the fields that depend on it. A fixed reader needs a format. A handheld has none of
 * them.
 */
export function formatProblems(body: JsonObject, kind: unknown, current?: ReaderRow): FieldError[] {
  if (kind === 'handheld') {
    return ['format', 'mapping', 'topic', 'time_zone', 'address', 'llrp']
      .filter((field) => isGiven(body[field]))
      .map((field) => ({
        field,
        code: 'invalid_context',
        message: readerMessages('reader.handheld_field', { field }),
      }))
  }
  if (kind !== 'fixed') return []
  if (body['format'] === null)
    return [{ field: 'format', code: 'invalid_value', message: readerMessages('reader.needs_format') }]
  if (body['format'] === undefined && !current)
    return [{ field: 'format', code: 'required', message: readerMessages('reader.needs_format') }]
  const format = body['format'] ?? current?.format
  return [
    ...mappingProblems(body, format, current?.mapping),
    ...(format === connectedFormat ? problemsOfConnected(body, current) : problemsOfOthers(body)),
  ]
}

/** The service connects to the reader, so it needs its address, and the reader does not publish to a topic. */
function problemsOfConnected(body: JsonObject, current?: ReaderRow): FieldError[] {
  const format = connectedFormat
  const address = body['address'] === undefined ? current?.address : body['address']
  const problems: FieldError[] = []
  if (!isGiven(address)) {
    const code = body['address'] === null ? 'invalid_value' : 'required'
    problems.push({
      field: 'address',
      code,
      message: readerMessages('reader.llrp_needs_address', { format }),
    })
  }
  if (isGiven(body['topic']))
    problems.push({
      field: 'topic',
      code: 'invalid_context',
      message: readerMessages('reader.llrp_has_no', { format, field: 'topic' }),
    })
  return problems
}

function problemsOfOthers(body: JsonObject): FieldError[] {
  const antennas = Array.isArray(body['antennas']) ? (body['antennas'] as JsonObject[]) : []
  const fields = [
    ...['address', 'llrp'].filter((field) => isGiven(body[field])),
    ...antennas.flatMap((antenna, index) =>
      isGiven(antenna?.['power_dbm']) ? [`antennas[${index}].power_dbm`] : [],
    ),
  ]
  const format = connectedFormat
  return fields.map((field) => ({
    field,
    code: 'invalid_context',
    message: readerMessages('reader.only_llrp', { format, field }),
  }))
}

/** Returns the problem of an address that the service must not call, whatever a name server says. */
export async function addressProblems(
  body: JsonObject,
  known: readonly FieldError[],
  resolve: Resolve,
): Promise<FieldError[]> {
  const address = body['address']
  if (typeof address !== 'string' || known.some(({ field }) => field === 'address')) return []
  const parsed = parseHostPort(address, llrpPort)
  const message = parsed && (await refusedLiterally(urlOf(parsed), resolve))
  return message ? [{ field: 'address', code: 'invalid_value', message }] : []
}
