import { Kbd, Modal, Stack, Table, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { pageKeys } from '../ui/keys'
import { routes } from './routes'

type Keys = readonly (readonly [keys: readonly string[], effect: string])[]

const everywhere: Keys = [
  [[t('Ctrl K'), '/'], t('Search everything')],
  [['?'], t('Show the keys')],
]
const ofLists: Keys = [[['X'], t('Select the row that has the focus')]]
const ofAlerts: Keys = [
  [['J', 'K'], t('Next and previous')],
  [['X'], t('Select')],
  [['→', '←'], t('Open and close a group')],
  [['A'], t('Acknowledge')],
  [['S'], t('Snooze')],
  [['E'], t('Close')],
  [[t('Esc')], t('Clear selection')],
  [['[', ']'], t('On the page of an alert: previous and next')],
]

const ofWork: Keys = [
  [['C'], t('On the page of a stocktake: count')],
  [['F2'], t('While counting: finish the location')],
  [['F'], t('While finding: found it')],
]

/** All keys of a single letter. */
export function KeysDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { may } = useSignedIn()
  const toPages = Object.entries(pageKeys).flatMap(([key, path]) => {
    const route = routes.find((one) => one.path === path)
    if (!route?.nav || !may(route.role ?? 'viewer')) return []
    return [[['G', key.toUpperCase()], route.nav.label]] as const
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Keys')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <KeyTable name={t('Everywhere')} keys={everywhere} />
        <KeyTable name={t('Go to a page')} keys={toPages} />
        <KeyTable name={t('Lists')} keys={ofLists} />
        <KeyTable name={t('Alerts')} keys={ofAlerts} />
        <KeyTable name={t('Work')} keys={ofWork} />
        <Text size="sm" c="dimmed">
          {t('The Account page switches letter keys off.')}
        </Text>
      </Stack>
    </Modal>
  )
}

const KeyTable = ({ name, keys }: { readonly name: string; readonly keys: Keys }) => (
  <Table captionSide="top" fz="sm">
    <Table.Caption ta="start" mt={0}>
      {name}
    </Table.Caption>
    <Table.Tbody>
      {keys.map(([each, effect]) => (
        <Table.Tr key={effect}>
          <Table.Td w="8rem">
            {each.map((key) => (
              <span key={key}>
                <Kbd>{key}</Kbd>{' '}
              </span>
            ))}
          </Table.Td>
          <Table.Td>{effect}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
