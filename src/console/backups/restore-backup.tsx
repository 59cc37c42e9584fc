import { Code, List, Stack, Text } from '@mantine/core'
import { CopyField } from '../ui/copy-field'
import { Section } from '../ui/section'
import { useNewestBackup } from './backup-queries'

/** What a backup is good for, and the commands for whoever runs the service. */
export function RestoreBackup() {
  const { data } = useNewestBackup()
  const [newest] = data ?? []
  const path = newest?.path ?? 'data/backups/<file>'
  const directory = path.replace(/[\\/]backups[\\/][^\\/]*$/, '')
  return (
    <Section id="restore" title="What is in a backup, and how to put one back">
      <Stack gap="sm">
        <Text size="sm">
          Everything that the service had stored when the backup was begun: organizations and their members,
          assets, locations, tags, readers, API keys and the history. Not in it are the settings that the
          service is started with, and the key that signs tokens, <Code>signing.key</Code> beside the
          database: without it programs fetch a new access token. The newest ten that were asked for are kept,
          so copy them to another machine.
        </Text>
        <Text size="sm">To put one back, where the service runs{newest && '; here the newest'}:</Text>
        <List type="ordered" size="sm">
          <List.Item>Stop the service.</List.Item>
          <List.Item>
            Run the command. It verifies the backup first, and keeps the database that was there among the
            backups.
          </List.Item>
          <List.Item>
            Start the service. API keys, members and sign-ins are those of the backup again.
          </List.Item>
        </List>
        <CopyField
          label="Restore"
          value={`whereabouts restore ${quoted(path)} --data-dir ${quoted(directory)}`}
        />
        <CopyField
          label="Only look whether it is sound"
          value={`whereabouts backup verify ${quoted(path)}`}
        />
        <Text size="sm">
          The service makes none by itself. To have one each day, let the machine run this, by cron for
          example:
        </Text>
        <CopyField label="Back up" value={`whereabouts backup create --data-dir ${quoted(directory)}`} />
      </Stack>
    </Section>
  )
}

/** For a shell, where it needs it. */
const quoted = (path: string): string =>
  /^[\w./:<>-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
