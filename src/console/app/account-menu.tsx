import { Box, Button, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
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
  { value: 'auto', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
]

export function AccountMenu() {
  const { user, organization } = useSignedIn()
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
          <span className="visually-hidden">Account: </span>
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
        <PageItems />
        <Menu.Divider />
        <ColorSchemeItems />
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

function PageItems() {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const item = (path: string, label: string, ItemIcon: Icon) => (
    <Menu.Item leftSection={<ItemIcon size={16} aria-hidden />} onClick={() => navigate(path)}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      {item('/account', 'Account', IconUser)}
      {item('/members', 'Members', IconUsers)}
      {item('/settings', 'Settings', IconSettings)}
      {may('admin') && item('/api-keys', 'API keys', IconKey)}
      {may('admin') && item('/audit', 'Change log', IconHistory)}
      <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
        API reference
      </Menu.Item>
      {item('/about', 'About', IconInfoCircle)}
    </>
  )
}

function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
