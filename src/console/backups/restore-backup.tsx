import { Code, List, Stack, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { CopyField } from '../ui/notices/copy-field'
import { Section } from '../ui/pages/section'
import { useNewestBackup } from './backup-queries'

export interface ScheduledProps {
  readonly scheduled: Schemas['ScheduledBackups']
}

/** Explains what a backup contains, and shows the commands to run on the server. */
export function RestoreBackup({ scheduled }: ScheduledProps) {
  const { data } = useNewestBackup()
  const [newest] = data ?? []
  return (
    <Section id="restore" title={t('Contents and restore')}>
      <Stack gap="sm">
        <Text size="sm">
          {rich(
            'A backup contains everything that was stored when it was started: organizations and their members, assets, locations, tags, readers, API keys and the history. It does not contain the settings that the service is started with. A scheduled backup also contains {file}, the key that signs access tokens, and the certificate authority; a requested backup does not. Without this key, client programs must request new access tokens. The service keeps the newest ten requested backups.',
            { file: <Code>signing.key</Code> },
          )}
        </Text>
        <Text size="sm">{t('To restore a backup, do the following on the server:')}</Text>
        <List type="ordered" size="sm">
          <List.Item>{t('Stop the service.')}</List.Item>
          <List.Item>
            {t(
              'Run the restore command. It verifies the backup first, and saves the current database as another backup.',
            )}
          </List.Item>
          <List.Item>
            {t('Start the service. API keys, members and sessions are those of the backup.')}
          </List.Item>
        </List>
        <ScheduledCommand scheduled={scheduled} />
        {newest ? (
          <Commands path={newest.path} />
        ) : (
          <Text size="sm">{t('Create a backup to see the commands, which contain the data directory.')}</Text>
        )}
      </Stack>
    </Section>
  )
}

/** The command that restores the newest scheduled backup, on any machine. */
function ScheduledCommand({ scheduled: { copies, place, is_encrypted: isEncrypted } }: ScheduledProps) {
  if (copies.length === 0) return null
  return (
    <>
      <CopyField
        label={t('Restore the newest scheduled backup')}
        value={`whereabouts restore ${quoted(place)}`}
      />
      {isEncrypted && (
        <Text size="sm">
          {rich('The environment of the command must have {variable}.', {
            variable: <Code>WHEREABOUTS_BACKUP_PASSPHRASE</Code>,
          })}
        </Text>
      )}
    </>
  )
}

/** The commands for this installation, with the path of its newest backup. */
function Commands({ path }: { readonly path: string }) {
  const directory = path.replace(/[\\/]backups[\\/][^\\/]*$/, '')
  return (
    <>
      <CopyField
        label={t('Restore')}
        value={`whereabouts restore ${quoted(path)} --data-dir ${quoted(directory)}`}
      />
      <CopyField label={t('Verify only')} value={`whereabouts backup verify ${quoted(path)}`} />
      <Text size="sm">{t('To create a backup on the server, run this command:')}</Text>
      <CopyField label={t('Create')} value={`whereabouts backup create --data-dir ${quoted(directory)}`} />
    </>
  )
}

/** Quotes a path for a shell when necessary. */
const quoted = (path: string): string =>
  /^[\w./:<>-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
