import { scanMessages } from './messages'
import { problemsOf } from '../../contract/check'
import { AppError, type FieldError } from '../../base/errors'
import { withoutSeparators } from '../../base/gs1/element-strings'
import { isObject, type Json, type JsonObject } from '../../base/json'
import { hasControlButLayout, withoutControls } from '../../base/text'
import { type Rejected, SubmittedRead } from './schema'

/** A read that is valid by itself. */
export interface CheckedRead extends SubmittedRead {
  readonly index: number
  /** Set when a tag cannot have the value as it was scanned: why, unless the rest of the value is that of a tag. */
  readonly rejected?: Rejected
  /** The GS1 code that was scanned, in brackets. The value is without its separators, as earlier versions compared it. */
  readonly code?: string
}

/** Maximum length of the value of a tag. */
const valueMax = 255

/**
 * Checks each read of a submission alone, so that one that is not valid costs no other (docs/internal-api.md, Scans).
 *
 * @param from the position of the first one in the submission
 */
export function checkReads(
  reads: readonly unknown[],
  from = 0,
): { valid: CheckedRead[]; rejected: Rejected[] } {
  const valid: CheckedRead[] = []
  const rejected: Rejected[] = []
  for (const [at, read] of reads.entries()) {
    const index = from + at
    const problem = problemOf(read as Json)
    const rejection = problem && rejectedAt(index, problem)
    if (!rejection) valid.push({ ...(read as SubmittedRead), index })
    else {
      const rest = restOf(read as Json)
      const code = rest && bracketedCode(read as JsonObject)
      if (rest) valid.push({ ...rest, index, ...(code === undefined ? { rejected: rejection } : { code }) })
      else rejected.push(rejection)
    }
  }
  return { valid, rejected }
}

/** Returns what a submission answers about a read that is not valid. */
export const rejectedAt = (index: number, { code, message }: Omit<FieldError, 'field'>): Rejected => ({
  index,
  code,
  message: message.english,
  text: message.text,
})

/** Returns the GS1 code of a read in brackets, because the value of a tag has no separators; undefined when it is none. */
function bracketedCode({ value }: JsonObject): string | undefined {
  const code = typeof value === 'string' ? withoutSeparators(value) : undefined
  return code !== undefined && code.length <= valueMax ? code : undefined
}

/**
 * Returns the read without the control characters of its value, if it is valid then. No tag has them, but a tag may have the rest.
 */
function restOf(read: Json): SubmittedRead | undefined {
  if (!isObject(read) || typeof read['value'] !== 'string' || !hasControlButLayout(read['value']))
    return undefined
  const rest = { ...read, value: withoutControls(read['value']) }
  return problemOf(rest) ? undefined : (rest as SubmittedRead)
}

function problemOf(read: Json): FieldError | undefined {
  if (!isObject(read))
    return {
      field: 'read',
      code: 'invalid_value',
      message: scanMessages('scan.read_object'),
    }
  try {
    return problemsOf(SubmittedRead, read)[0] ?? subjectProblem(read)
  } catch (error) {
    // There are more problems than are described.
    const first = error instanceof AppError ? error.details.fields?.[0] : undefined
    if (first) return first
    throw error
  }
}

/** A read is of a tag or of an asset. */
function subjectProblem({ value, tag_type: tagType, asset_id: assetId }: JsonObject): FieldError | undefined {
  if (value === undefined && assetId === undefined)
    return { field: 'value', code: 'required', message: scanMessages('scan.needs_subject') }
  if (assetId === undefined || (value === undefined && tagType === undefined)) return undefined
  const message = scanMessages('scan.one_subject')
  return { field: 'asset_id', code: 'ambiguous_fields', message }
}
