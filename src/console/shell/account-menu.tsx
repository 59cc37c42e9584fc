import { Box, Button, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconBook, IconKey, IconLogout, IconUser } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { queryClient } from '../api/client'
import { signOut, useSignedIn } from '../api/session'
import { toastProblem } from '../parts/toasts'

const schemes = [
  { value: 'auto', label: 'Colours of the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function AccountMenu() {
  const { user, organization, may } = useSignedIn()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [, navigate] = useLocation()

  async function leave(): Promise<void> {
    try {
      await signOut()
    } catch (error) {
      toastProblem(error)
    }
    queryClient.clear()
  }

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
        {may('admin') && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => navigate('/api-keys')}>
            API Keys
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          API reference
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
