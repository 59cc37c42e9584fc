import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../api/errors'
import { PageHeader, type PageHeaderProps } from './page-header'

/** What stands where something is not there yet, is not there at all, or did not come. */

export const Loading = ({ lines = 4 }: { readonly lines?: number }) => (
  <Stack gap="sm" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
)

export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <Text c="dimmed" ta="center" py="xl" component="div">
    {children}
  </Text>
)

interface FailedProps {
  readonly error: unknown
  readonly onRetry?: () => unknown
}

export const Failed = ({ error, onRetry }: FailedProps) => (
  <Alert color="red" title="This could not be loaded" role="alert">
    <Group justify="space-between">
      <Text size="sm">{messageOf(error)}</Text>
      {onRetry && (
        <Button variant="default" size="xs" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </Group>
  </Alert>
)

interface MissingProps extends Required<FailedProps> {
  /** Of what is on its way. */
  readonly lines?: number
}

/** In place of what a query has not brought yet, or could not. */
export const Missing = ({ error, onRetry, lines = 4 }: MissingProps) =>
  error ? <Failed error={error} onRetry={onRetry} /> : <Loading lines={lines} />

interface MissingPageProps extends MissingProps {
  readonly back: NonNullable<PageHeaderProps['back']>
}

/** Where a page has nothing to show without it: a link may be older than what it leads to. */
export function MissingPage({ error, onRetry, lines = 4, back }: MissingPageProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // A 400 is of an address whose end can be no id.
  if (status !== 404 && status !== 400) return <Missing error={error} onRetry={onRetry} lines={lines} />
  return (
    <>
      <PageHeader title="Not found" back={back} />
      <Empty>
        {status === 404 ? `${messageOf(error)}. It may have been deleted.` : 'Nothing has this address.'}
      </Empty>
    </>
  )
}
