import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone } from '../ui/notices/toasts'
import { Section } from '../ui/pages/section'
import { StateBadge } from '../ui/values/state-badge'
import { NextSerialDialog } from './next-serial-dialog'
import { type Chosen, type Counter, pathOf, type Prefix, prefixesChanged } from './prefix-query'

interface Props {
  readonly prefix: Prefix
}

/** A prefix, the next serial of each of its kinds, and what an admin can do with them. */
export function PrefixSection({ prefix }: Props) {
  const [chosen, setChosen] = useState<Chosen>()
  const { counters, is_shared: isShared } = prefix
  const waits = counters.some((counter) => counter.needs_confirmation)
  return (
    <Section id={`prefix-${prefix.id}`} title={t('Prefix {prefix}', { prefix: prefix.prefix })}>
      <Stack>
        {isShared && <Text size="sm">{t('Other organizations may use this prefix, too.')}</Text>}
        {waits && (
          <Alert color="yellow" title={t('Nothing is issued before the next serials are confirmed')}>
            {t(
              'The database was restored or copied, so numbers that were issued since may be missing in it. A proposal is 10,000 above the highest known number.',
            )}
          </Alert>
        )}
        <Counters counters={counters} onChoose={setChosen} />
        <Group>
          <Button variant="default" onClick={() => setChosen('any')}>
            {t('Set a next serial')}
          </Button>
          <Remove prefix={prefix} />
        </Group>
      </Stack>
      <NextSerialDialog prefix={prefix} chosen={chosen} onClose={() => setChosen(undefined)} />
    </Section>
  )
}

interface CountersProps {
  readonly counters: readonly Counter[]
  readonly onChoose: (counter: Counter) => void
}

const Counters = ({ counters, onChoose }: CountersProps) => (
  <Table.ScrollContainer minWidth={0}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind')}</Table.Th>
          <Table.Th>{t('Next serial')}</Table.Th>
          <Table.Th>{t('Actions')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counters.map((counter) => (
          <Row key={kindOf(counter)} counter={counter} onChoose={onChoose} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

/** The kind of number, as the service names it. */
const kindOf = ({ scheme, reference }: Counter): string =>
  reference === null ? scheme.toUpperCase() : `${scheme.toUpperCase()} ${reference}`

function Row({ counter, onChoose }: { readonly counter: Counter } & Pick<CountersProps, 'onChoose'>) {
  const kind = kindOf(counter)
  const { needs_confirmation: waits } = counter
  return (
    <Table.Tr>
      <Table.Th scope="row">{kind}</Table.Th>
      <Table.Td>
        {waits ? (
          <StateBadge state="aging">{t('Waits for confirmation')}</StateBadge>
        ) : (
          <span className="tag-value">{counter.next_serial}</span>
        )}
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-md"
          aria-label={
            waits
              ? t('Confirm the next serial of {kind}', { kind })
              : t('Raise the next serial of {kind}', { kind })
          }
          onClick={() => onChoose(counter)}
        >
          {waits ? t('Confirm') : t('Raise')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function Remove({ prefix }: Props) {
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/gs1-prefixes/{gs1_prefix}', { params: pathOf(prefix) }))
    toastDone(t('Prefix {prefix} deleted', { prefix: prefix.prefix }))
    await prefixesChanged()
  }
  return (
    <ConfirmButton
      label={t('Delete prefix')}
      title={t('Delete prefix {prefix}', { prefix: prefix.prefix })}
      confirm={t('Delete prefix')}
      onConfirm={remove}
    >
      {t('Tags with its numbers stay. Its next serials are kept for the case that it is added again.')}
    </ConfirmButton>
  )
}
