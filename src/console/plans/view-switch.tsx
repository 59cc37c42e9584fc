import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../languages/messages'

type View = 'plan' | 'list'

/** Parameters of the address that only a list has. A link with one of them leads to the list. */
const ofLists = ['q', 'conditions', 'seen', 'sort', 'offset', 'limit']

/** Returns the view in the address, and how to choose the other one. */
export function useView(preferred: View = 'plan') {
  const [params, setParams] = useSearchParams()
  const asked = params.get('view')
  // Clearing the filters of a list does not leave it.
  const [first] = useState<View>(() => (ofLists.some((name) => params.has(name)) ? 'list' : preferred))
  const view: View = asked === 'plan' || asked === 'list' ? asked : first
  const choose = (next: View) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('view', next)
        return after
      },
      { replace: true },
    )
  return { view, choose }
}

interface ViewSwitchProps {
  readonly view: View
  readonly onChange: (view: View) => void
}

export const ViewSwitch = ({ view, onChange }: ViewSwitchProps) => (
  <SegmentedControl
    aria-label={t('View')}
    value={view}
    onChange={(next) => onChange(next as View)}
    data={[
      { value: 'plan', label: t('Plan') },
      { value: 'list', label: t('List') },
    ]}
  />
)
