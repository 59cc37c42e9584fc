import type { ReactNode } from 'react'
import { rich } from '../languages/rich'
import type { Kind, RuleDraft } from './rule-draft'
import type { Word } from './rule-words'

type Words = Readonly<Record<Word, ReactNode>>

/** The first half of the sentence of each kind. In another language, the words may have another order. */
const conditions: Readonly<Record<Kind, (words: Words) => ReactNode>> = {
  entered: ({ assets, kind, place }) => rich('When {assets} {kind} {place}', { assets, kind, place }),
  left: ({ assets, kind, place }) => rich('When {assets} {kind} {place}', { assets, kind, place }),
  outside: ({ assets, kind, place }) => rich('When {assets} is {kind} {place}', { assets, kind, place }),
  moved_between: ({ assets, kind, from, place }) =>
    rich('When {assets} {kind} {from} to {place}', { assets, kind, from, place }),
  missing: ({ assets, kind, place, minutes }) =>
    rich('When {assets} {kind} {place} for {minutes}', { assets, kind, place, minutes }),
  dwell: ({ assets, kind, place, minutes }) =>
    rich('When {assets} {kind} at {place} for longer than {minutes}', { assets, kind, place, minutes }),
  par: ({ counts, assets, kind, place }) =>
    rich('When {counts} of {assets} {kind} {place}', { counts, assets, kind, place }),
  reader_silent: ({ kind, place, minutes }) =>
    rich('When a reader {place} {kind} for {minutes}', { place, kind, minutes }),
  tag_unknown: ({ kind, place }) => rich('When an unknown tag {kind} {place}', { kind, place }),
  battery_low: ({ assets, kind, threshold }) =>
    rich('When the battery of {assets} {kind}, below {threshold}', { assets, kind, threshold }),
  voltage_low: ({ assets, kind, threshold }) =>
    rich('When the battery voltage of {assets} {kind}, below {threshold}', { assets, kind, threshold }),
  too_warm: ({ assets, kind, threshold }) =>
    rich('When {assets} {kind} than {threshold}', { assets, kind, threshold }),
  too_cold: ({ assets, kind, threshold }) =>
    rich('When {assets} {kind} than {threshold}', { assets, kind, threshold }),
  button_pressed: ({ assets, kind }) => rich('When the button of {assets} {kind}', { assets, kind }),
}

interface RuleSentenceProps {
  readonly rule: Pick<RuleDraft, 'kind' | 'recipients'>
  readonly words: Words
}

/** A rule as one sentence. */
export const RuleSentence = ({ rule: { kind, recipients }, words }: RuleSentenceProps) => {
  const { hours, severity, hold, clear, tell, repeat } = words
  const condition = conditions[kind](words)
  return recipients.length > 0
    ? rich('{condition}, {hours}, open {severity} alert {hold}. Tell {tell} {repeat}. Close it {clear}.', {
        condition,
        hours,
        severity,
        hold,
        tell,
        repeat,
        clear,
      })
    : rich('{condition}, {hours}, open {severity} alert {hold}. Tell {tell}. Close it {clear}.', {
        condition,
        hours,
        severity,
        hold,
        tell,
        clear,
      })
}
