import { expect, test } from 'bun:test'
import { alertKinds } from '../../../src/base/alert-kinds'
import { fieldsOf, kinds, newDraft } from '../../../src/console/alert-rules/rule-draft'
import { withoutUnused } from '../../../src/events/alerts/rules/input'

/** The console does not share code with the service, so this compares what both know of the kinds of rules. */

// Rule: internal-api.md, Alert rules
test('the console offers every kind of rule', () => {
  expect(kinds.toSorted()).toEqual(alertKinds.toSorted())
})

test.each(alertKinds.map((kind) => [kind]))(
  'the console sends what the service takes for a rule of the kind %s, and nothing else',
  (kind) => {
    const full = {
      ...newDraft({ kind, scope: { kind: 'search', q: 'Box' } }),
      location_id: 1,
      from_location_id: 2,
      minutes: 3,
      min_count: 4,
      max_count: 5,
      threshold: 6,
    }
    expect(fieldsOf(full)).toEqual(withoutUnused(full, {}))
  },
)
