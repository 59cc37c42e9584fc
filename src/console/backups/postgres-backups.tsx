import { Code, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { CopyField } from '../ui/notices/copy-field'
import { Section } from '../ui/pages/section'

/** Shows how a PostgreSQL database is backed up and restored, because the service makes no backups of it. */
export const PostgresBackups = () => (
  <Section id="postgres" title={t('Backups of PostgreSQL')}>
    <Stack gap="sm">
      <Text size="sm">
        {rich(
          'The database is PostgreSQL, so the service makes no backups. Use {program} or an archive of the write-ahead log.',
          { program: <Code>pg_dump</Code> },
        )}
      </Text>
      <CopyField
        label={t('Create')}
        value='pg_dump --format=custom --file=whereabouts.dump "$WHEREABOUTS_DATABASE_URL"'
      />
      <CopyField
        label={t('Restore')}
        value='pg_restore --dbname="$WHEREABOUTS_DATABASE_URL" whereabouts.dump'
      />
      <Text size="sm">
        {rich(
          'Keep the secret of {variable}, or the data directory with the signing key. Without it, API clients must request new tokens and webhooks need new secrets.',
          { variable: <Code>WHEREABOUTS_SECRET_KEY</Code> },
        )}
      </Text>
    </Stack>
  </Section>
)
