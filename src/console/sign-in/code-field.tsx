import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ApiError } from '../api/errors'
import { t } from '../languages/messages'

/** The input for a code of an authenticator app or a recovery code. */
export const CodeField = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    label={t('Code')}
    description={t('From your authenticator app, or a recovery code')}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    required
    {...props}
  />
)

/** Reports whether the service asks for a code. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'code')
