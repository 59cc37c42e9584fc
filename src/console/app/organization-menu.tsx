import { Box, Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { switchOrganization } from '../api/switch-organization'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/toasts'

/** Shows the current organization, and lets users who belong to several switch. */
export function OrganizationMenu() {
  const { organization, organizations } = useSignedIn()
  const [, navigate] = useLocation()

  const name = (
    <Text span size="sm" truncate maw={180} data-organization>
      {organization.name}
    </Text>
  )
  // A phone has no room for a name that is always the same.
  if (organizations.length < 2) return <Box visibleFrom="sm">{name}</Box>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconSelector size={16} aria-hidden />}>
          <span className="visually-hidden">{t('Organization:')} </span>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map(({ id, name: other }) => (
          <Menu.Item
            key={id}
            rightSection={id === organization.id && <IconCheck size={16} aria-label={t('current')} />}
            onClick={() => void switchOrganization(id, navigate).catch(toastProblem)}
          >
            {other}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
