import { Text } from '@mantine/core'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { Section } from '../ui/pages/section'
import { ClockTime } from '../ui/values/time'
import type { AlertDetails } from '../alerts/alert-queries'

type Message = AlertDetails['messages'][number]

const states: Readonly<Record<Message['state'], string>> = {
  queued: t('waits'),
  sending: t('is on its way'),
  sent: t('sent'),
  failed: t('failed'),
  dropped: t('not sent'),
}

/** What a message says, and to whom. */
const purposes: Readonly<Record<Message['purpose'], (address: string) => string>> = {
  opened: (address) => t('Mail to {address}', { address }),
  reminder: (address) => t('Mail again to {address}', { address }),
  withdrawn: (address) => t('Withdrawal to {address}', { address }),
  on: (address) => t('{address} on', { address }),
  off: (address) => t('{address} off', { address }),
}

/** The messages about an alert, newest first. */
export function Told({ alert: { messages } }: { readonly alert: AlertDetails }) {
  if (messages.length === 0) return null
  return (
    <Section id="told" title={t('Told so far')}>
      <ol className="plain evidence">
        {messages.toReversed().map(({ purpose, address, state, at, error, text }) => (
          <li key={`${purpose} ${address} ${at}`}>
            <ClockTime at={at} />
            <span
              className="state-dot"
              data-state={state === 'sent' ? 'fresh' : state === 'failed' ? 'broken' : 'stale'}
              aria-hidden
            />
            <div>
              {purposes[purpose]?.(address) ?? address}: {states[state]}
              {error !== null && (
                <Text size="sm" c="dimmed">
                  {serverText(error, text)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
