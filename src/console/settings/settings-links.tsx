import { Text } from '@mantine/core'
import {
  type Icon,
  IconBarcode,
  IconDatabaseExport,
  IconDeviceTv,
  IconForms,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconPrinter,
  IconMail,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'

interface SettingsLink {
  readonly href: string
  readonly label: string
  readonly description: string
  readonly icon: Icon
  readonly isFor: 'viewer' | 'admin' | 'owner'
}

const links: readonly SettingsLink[] = [
  {
    href: '/members',
    label: t('Members'),
    description: t('Who has access, and with which role'),
    icon: IconUsers,
    isFor: 'viewer',
  },
  {
    href: '/asset-fields',
    label: t('Asset fields'),
    description: t('What you record about assets'),
    icon: IconForms,
    isFor: 'admin',
  },
  {
    href: '/gs1-prefixes',
    label: t('GS1 prefixes'),
    description: t('Company prefixes and the next serial numbers'),
    icon: IconBarcode,
    isFor: 'admin',
  },
  {
    href: '/printers',
    label: t('Printers'),
    description: t('Label printers on the network'),
    icon: IconPrinter,
    isFor: 'viewer',
  },
  {
    href: '/wall-links',
    label: t('Wall links'),
    description: t('Floor plans on screens, without signing in'),
    icon: IconDeviceTv,
    isFor: 'admin',
  },
  {
    href: '/api-keys',
    label: t('API keys'),
    description: t('Access for programs'),
    icon: IconKey,
    isFor: 'admin',
  },
  {
    href: '/webhooks',
    label: t('Webhooks'),
    description: t('Events sent to other programs'),
    icon: IconWebhook,
    isFor: 'admin',
  },
  {
    href: '/mail',
    label: t('Mail and outputs'),
    description: t('How alerts are told outside of the console'),
    icon: IconMail,
    isFor: 'admin',
  },
  {
    href: '/audit',
    label: t('Change log'),
    description: t('Who changed what, and when'),
    icon: IconHistory,
    isFor: 'admin',
  },
  {
    href: '/status',
    label: t('Status'),
    description: t('Database, disk, clock and network'),
    icon: IconHeartbeat,
    isFor: 'owner',
  },
  {
    href: '/backups',
    label: t('Backups'),
    description: t('Copies of the database'),
    icon: IconDatabaseExport,
    isFor: 'owner',
  },
]

/** The pages of settings that the user may open. */
export function SettingsLinks() {
  const { may, isOwner } = useSignedIn()
  const isShown = ({ isFor }: SettingsLink) => (isFor === 'owner' ? isOwner : may(isFor))
  return (
    <nav aria-label={t('Settings')}>
      <ul className="settings-links plain">
        {links.filter(isShown).map(({ href, label, description, icon: LinkIcon }) => (
          <li key={href}>
            <LinkIcon size={20} aria-hidden />
            <div>
              <Link href={href}>{label}</Link>
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </nav>
  )
}
