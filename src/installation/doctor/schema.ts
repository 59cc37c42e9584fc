import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../../contract/fields'
import { Text } from '../../contract/fields'
import { checkNames } from './finding'

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description })

export const Diagnosis = Type.Object(
  {
    is_running: Type.Boolean({ description: 'Whether an examination is in progress.' }),
    finished_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'The end of the last examination; null before the first one since the start.',
      }),
    ),
    failure: Nullable(Type.String({ description: 'Why the last examination failed; null if it succeeded.' })),
    failure_text: Nullable(Text),
    findings: Type.Array(
      Type.Object({
        check: oneOf(checkNames, 'The check.'),
        state: oneOf(['ok', 'warning', 'problem'], 'The result.'),
        summary: Type.String({ description: 'What was found.' }),
        text: Text,
        advice: Nullable(Type.String({ description: 'What to do about it.' })),
        advice_text: Nullable(Text),
      }),
    ),
  },
  { $id: 'Diagnosis', description: 'The results of `whereabouts doctor`.' },
)
export type DiagnosisView = Static<typeof Diagnosis>
