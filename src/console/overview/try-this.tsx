import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { serviceNow } from '../api/service-clock'
import { textOf } from '../asset-list/conditions'
import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { Section } from '../ui/pages/section'

/** Questions to begin with, while an organization is young. Each link answers one. */

const hourMs = 3_600_000
/** How long an organization is young. */
const youngMs = 14 * 24 * hourMs

const hoursAgo = (nowMs: number, hours: number): string => new Date(nowMs - hours * hourMs).toISOString()

function questionsAt(nowMs: number) {
  const unseen = textOf([{ field: 'last_seen', operator: 'before', value: hoursAgo(nowMs, 6) }]) ?? ''
  const moved = new URLSearchParams({ view: 'list', from: hoursAgo(nowMs, 1) })
  const before = new URLSearchParams({ view: 'plan', at: hoursAgo(nowMs, 1) })
  return [
    { href: `/?${moved.toString()}`, text: t('What moved in the last hour?') },
    { href: `/?${before.toString()}`, text: t('Where was everything an hour ago?') },
    {
      href: `/assets?${new URLSearchParams({ conditions: unseen }).toString()}`,
      text: t('What was not seen for six hours?'),
    },
    { href: '/reports', text: t('Where do assets go, and how long do they stay?') },
    { href: '/unknown-tags', text: t('Which tags belong to nothing yet?') },
  ]
}

export function TryThis() {
  const { user, organization } = useSignedIn()
  const [openedMs] = useState(() => serviceNow())
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `whereabouts.try-this ${user.id} ${organization.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed || openedMs - Date.parse(organization.created_at) > youngMs) return null
  return (
    <Section
      id="try-this"
      title={t('Try this')}
      aside={
        <Button variant="subtle" size="compact-sm" onClick={() => setDismissed(true)}>
          {t("Don't show again")}
        </Button>
      }
    >
      <ul className="plain try-this">
        {questionsAt(openedMs).map(({ href, text }) => (
          <li key={href}>
            <PageLink href={href}>{text}</PageLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
