import { Card, Group, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, EmptyListLink, Failed, QueryState } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { type Printer, stateText, usePrinters } from './printer-queries'

const back = { href: '/settings', label: t('Settings') }

/** The label printers, with what each has said last. */
export function PrintersPage() {
  const { may } = useSignedIn()
  const { data: printers, error, refetch } = usePrinters()
  const isEmpty = printers?.length === 0
  return (
    <>
      <PageHeader title={t('Printers')} subtitle={t('Label printers that understand ZPL.')} back={back}>
        {may('admin') && !isEmpty && <LinkButton href="/printers/new">{t('New printer')}</LinkButton>}
      </PageHeader>
      {!printers && <QueryState error={error} onRetry={refetch} />}
      {printers && (
        <Stack className="narrow" mx={0}>
          {error && <Failed error={error} onRetry={refetch} />}
          {isEmpty && (
            <EmptyList
              title={t('Printers appear here')}
              action={
                <EmptyListLink href="/printers/new" minimum="admin">
                  {t('New printer')}
                </EmptyListLink>
              }
            >
              {t('The service sends labels to a printer on the network, and reads RFID chips back.')}{' '}
              {!may('admin') && t('Admins add printers.')}
            </EmptyList>
          )}
          <ul className="card-rows">
            {printers.map((printer) => (
              <li key={printer.id}>
                <Row printer={printer} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </>
  )
}

function Row({ printer }: { readonly printer: Printer }) {
  const { id, name, host, port, dpi, has_rfid: hasRfid, problem, since } = printer
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <PageLink href={`/printers/${id}`} fw={600}>
          {name}
        </PageLink>
        <Text size="sm" {...(problem !== null && { c: 'red' })}>
          {stateText(printer)} · <Time at={since} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[`${host}:${port}`, t('{dpi} dpi', { dpi }), hasRfid && t('RFID')].filter(Boolean).join(' · ')}
      </Text>
    </Card>
  )
}
