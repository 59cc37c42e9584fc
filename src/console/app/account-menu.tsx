import { Box, Button, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import {
  IconBook,
  IconHistory,
  IconInfoCircle,
  IconKey,
  IconLogout,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { signOut, useSignedIn } from '../api/session'
import { toastProblem } from '../ui/toasts'

const schemes = [
  { value: 'auto', label: 'Colours of the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function AccountMenu() {
  const { user, organization, may } = useSignedIn()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [, navigate] = useLocation()

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          px="xs"
          leftSection={<IconUser size={18} aria-hidden />}
        >
          <span className="unseen">Account: </span>
          <Text span size="sm" truncate maw={140}>
            {user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py="xs">
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed">
            {user.email} · {organization.role}
          </Text>
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => navigate('/account')}>
          Account
        </Menu.Item>
        <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => navigate('/members')}>
          Members
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => navigate('/settings')}>
          Settings
        </Menu.Item>
        {may('admin') && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => navigate('/api-keys')}>
            API Keys
          </Menu.Item>
        )}
        {may('admin') && (
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => navigate('/audit')}>
            Changes
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => navigate('/about')}>
          About
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut().catch(toastProblem)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
