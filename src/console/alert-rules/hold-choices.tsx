import { useId } from 'react'
import { t } from '../languages/messages'
import { counted, lengthOf } from '../ui/values/format'
import type { RuleDraft } from './rule-draft'
import { useRuleRehearsal } from './use-rule-rehearsal'

interface HoldChoicesProps {
  readonly draft: RuleDraft
  readonly onChoose: (seconds: number) => void
}

const nameOf = (seconds: number): string => (seconds === 0 ? t('at once') : lengthOf(seconds))

/** How many alerts there would have been, by how long the rule waits. Each bar can be chosen. */
export function HoldChoices({ draft, onChoose }: HoldChoicesProps) {
  const name = useId()
  const { latest } = useRuleRehearsal(draft)
  if (!latest) return null
  const bars = latest.found.by_hold
  const most = Math.max(1, ...bars.map(({ alert_count: count }) => count))
  return (
    <fieldset className="hold-choices">
      <legend>{t('Alerts in 14 days, by how long the rule waits. Choose a bar.')}</legend>
      <div>
        {bars.map(({ hold_seconds: seconds, alert_count: count }) => (
          <label key={seconds}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={draft.hold_seconds === seconds}
              aria-label={t('{length}: {count, plural, one {# alert} other {# alerts}}', {
                length: nameOf(seconds),
                count,
              })}
              onChange={() => onChoose(seconds)}
            />
            <b aria-hidden>{counted(count)}</b>
            <i aria-hidden style={{ height: `${(count / most) * 100}%` }} />
            <span aria-hidden>{nameOf(seconds)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
