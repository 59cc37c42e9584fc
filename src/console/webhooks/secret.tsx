import { Alert, Stack } from '@mantine/core'
import { t } from '../languages/messages'
import { CopyField } from '../ui/notices/copy-field'

/** Shows a new signing secret, which the service returns only once. */
export const Secret = ({ secret }: { readonly secret: string }) => (
  <Stack>
    <Alert color="yellow" title={t('This secret is shown only once')} role="status">
      {t('Copy it now. The receiving program verifies the signatures with it, by Standard Webhooks.')}
    </Alert>
    <CopyField label={t('Signing secret')} value={secret} />
  </Stack>
)
