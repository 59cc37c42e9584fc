import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { switchOrganization } from '../ui/pages/switch-organization'

/** Shows users who belong to several organizations the current one, and lets them switch. */
export function OrganizationMenu() {
  const { organization, organizations } = useSignedIn()
  const [, navigate] = useLocation()

  if (organizations.length < 2) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconSelector size={16} aria-hidden />}>
          <span className="visually-hidden">{t('Organization:')} </span>
          <Text span size="sm" truncate maw={{ base: 80, xs: 120 }}>
            {organization.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map(({ id, name: other }) => (
          <Menu.Item
            key={id}
            rightSection={id === organization.id && <IconCheck size={16} aria-label={t('current')} />}
            onClick={() => switchOrganization(id, navigate)}
          >
            {other}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
