import { Alert, Button, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { chooseHyphens, type ImportRun } from './import-run'
import { keyRepairOf } from './cells/keys'

/** Offers to replace the characters that a key cannot have. */
export function KeyQuestion({ run: { records, plan } }: { readonly run: ImportRun }) {
  const column = plan.mapping.indexOf('external_key')
  const repair = column < 0 ? undefined : keyRepairOf(records, column)
  if (!repair) return null
  const { count, from, to } = repair
  return (
    <Alert
      color={plan.hasHyphens ? 'gray' : 'yellow'}
      title={t(
        '{count, plural, one {# key contains spaces or other characters} other {# keys contain spaces or other characters}}',
        { count },
      )}
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{t('A key may contain letters, digits and hyphens only.')}</Text>
        <Button
          variant={plan.hasHyphens ? 'light' : 'default'}
          aria-pressed={plan.hasHyphens}
          styles={{ root: { height: 'auto', minHeight: 36 }, label: { whiteSpace: 'normal' } }}
          onClick={() => void chooseHyphens(!plan.hasHyphens).catch(toastProblem)}
        >
          {t('Replace spaces and other characters: {from} → {to}', { from, to })}
        </Button>
      </Stack>
    </Alert>
  )
}
