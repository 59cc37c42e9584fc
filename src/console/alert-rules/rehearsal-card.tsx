import { Button } from '@mantine/core'
import { ApiError, messageOf } from '../api/errors'
import { t } from '../languages/messages'
import { timeFormat } from '../languages/zone'
import { messageAtField } from '../ui/forms/form-errors'
import type { RuleDraft } from './rule-draft'
import { fieldsOfWord, type Word, wordNames } from './rule-words'
import { RehearsalResult } from './rehearsal-result'
import { days, type RunningRehearsal, useRuleRehearsal } from './use-rule-rehearsal'

const dates = timeFormat({ day: 'numeric', month: 'long' })

/** What the rule would have raised, beside the sentence while it is edited. */
export function RehearsalCard({ draft }: { readonly draft: RuleDraft }) {
  const rehearsal = useRuleRehearsal(draft)
  const { latest, current, isRunning, error } = rehearsal
  const shown = current ?? latest
  const period = shown && dates.formatRange(new Date(shown.found.from), new Date(shown.found.to))
  return (
    <section className="rule-rehearsal" aria-labelledby="rule-rehearsal" aria-busy={isRunning}>
      <h2 id="rule-rehearsal">
        {period === undefined ? t('Rehearsal') : t('Rehearsal: {period}', { period })}
      </h2>
      {current === undefined && <Progress rehearsal={rehearsal} draft={draft} error={error} />}
      {shown && <RehearsalResult rehearsal={shown} draft={draft} isFormer={current === undefined} />}
    </section>
  )
}

interface ProgressProps {
  readonly rehearsal: RunningRehearsal
  readonly draft: RuleDraft
  readonly error: Error | null
}

/** Why there is no result of the draft: it is being computed, or cannot be. */
function Progress({ rehearsal: { isRunning, isWaiting, start, stop }, draft, error }: ProgressProps) {
  if (isRunning)
    return (
      <>
        <p className="rehearsal-sum" role="status">
          {isWaiting
            ? t('Another rehearsal is running. This one begins when it has ended.')
            : t('Reading {days} days of events…', { days })}
        </p>
        <Button variant="default" size="compact-sm" onClick={() => void stop()}>
          {t('Stop')}
        </Button>
      </>
    )
  const isIncomplete = error instanceof ApiError && error.fields.length > 0
  return (
    <>
      {isIncomplete ? (
        <Incomplete draft={draft} error={error} />
      ) : (
        <p role={error ? 'alert' : undefined}>{error ? messageOf(error) : t('Stopped.')}</p>
      )}
      {!isIncomplete && (
        <Button variant="default" size="compact-sm" onClick={() => void start()}>
          {t('Try again')}
        </Button>
      )}
    </>
  )
}

const allWords = Object.keys(fieldsOfWord) as readonly Word[]

/** The service names the fields of the rule as `rule.minutes`. */
const ownName = (field: string): string => field.replace(/^rule\./, '')

function Incomplete({ draft, error: { fields } }: { readonly draft: RuleDraft; readonly error: ApiError }) {
  const problems = fields.map((problem) => {
    const field = ownName(problem.field)
    const root = /^\w*/.exec(field)?.[0] as keyof RuleDraft
    const word = allWords.find((one) => fieldsOfWord[one].includes(root))
    const text = messageAtField({ ...problem, field }, draft[root])
    return word ? `${wordNames[word]}: ${text}` : text
  })
  return (
    <>
      <p role="status">{t('It begins when the sentence is complete.')}</p>
      <ul className="plain rehearsal-open">
        {problems.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}
