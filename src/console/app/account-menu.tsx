import {
  Box,
  Button,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
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
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { chooseLanguage, chosenLanguage, languageOptions } from '../languages/start'
import { leave } from '../sign-in/leave'
import { roleLabel } from '../ui/pages/roles'
import { toastProblem } from '../ui/notices/toasts'

const schemes = [
  { value: 'auto', label: t('System theme') },
  { value: 'light', label: t('Light theme') },
  { value: 'dark', label: t('Dark theme') },
]

interface AccountMenuProps {
  /** Whether the button shows the names of the user and the organization, as in the sidebar. */
  readonly isWide?: boolean
}

export function AccountMenu({ isWide = false }: AccountMenuProps) {
  const { user, organization } = useSignedIn()
  const spoken = (
    <span className="visually-hidden">
      {t('Account:')} {user.name}
    </span>
  )
  return (
    <Menu position={isWide ? 'top-start' : 'bottom-end'} width={240}>
      <Menu.Target>
        {isWide ? (
          <UnstyledButton className="account">
            {spoken}
            <span className="account-mark" aria-hidden>
              {initialsOf(user.name)}
            </span>
            <span className="account-names" aria-hidden>
              <b>{user.name}</b>
              <span>{organization.name}</span>
            </span>
          </UnstyledButton>
        ) : (
          <Button variant="subtle" color="gray" c="inherit" px="xs">
            <IconUser size={18} aria-hidden />
            {spoken}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py="xs">
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed">
            {user.email} · {roleLabel(organization.role)}
          </Text>
        </Box>
        <Menu.Divider />
        <PageItems />
        <Menu.Divider />
        <ColorSchemeItems />
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void leave().catch(toastProblem)}
        >
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const [first = '', ...others] = (name.match(/\S+/g) ?? []).map((word) => /^./u.exec(word)?.[0] ?? '')
  return `${first}${others.at(-1) ?? ''}`.toUpperCase()
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
      {item('/account', t('Account'), IconUser)}
      {item('/members', t('Members'), IconUsers)}
      {item('/settings', t('Settings'), IconSettings)}
      {may('admin') && item('/api-keys', t('API keys'), IconKey)}
      {may('admin') && item('/audit', t('Change log'), IconHistory)}
      <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
        {t('API reference')}
      </Menu.Item>
      {item('/about', t('About'), IconInfoCircle)}
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

const LanguageItems = () => (
  <Menu.RadioGroup value={chosenLanguage() ?? ''} onChange={chooseLanguage}>
    {languageOptions().map(({ value, label }) => (
      <Menu.RadioItem key={value} value={value}>
        {label}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)
