import { Text } from '@mantine/core'
import { useState } from 'react'
import { exactly } from '../ui/format'
import { Time } from '../ui/time'
import { ChangeFields } from './change-fields'
import { type Change, ChangeSentence } from './change-sentence'

/** Lists changes as sentences, each with the fields before and after it. */
export const ChangeList = ({ changes }: { readonly changes: readonly Change[] }) => (
  <ol className="plain changes" aria-label="Changes">
    {changes.map((change) => (
      <li key={change.id}>
        <ChangeSentence change={change} />
        <Text size="sm" c="dimmed" component="div">
          <Time at={change.changed_at} />, {exactly(change.changed_at)}
        </Text>
        {(change.before !== null || change.after !== null) && <Details change={change} />}
      </li>
    ))}
  </ol>
)

/** The fields are rendered only when the entry is expanded, since a page has fifty entries. */
function Details({ change: { before, after } }: { readonly change: Change }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{before && after ? 'Before and after' : 'Details'}</summary>
      {isOpen && <ChangeFields before={before} after={after} />}
    </details>
  )
}
