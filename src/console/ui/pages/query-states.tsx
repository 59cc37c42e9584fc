import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../../api/errors'
import { type Role, useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { LinkButton } from './link'
import { PageHeader, type PageHeaderProps } from './page-header'

/** Shown in place of data that is still loading, that failed to load, or that does not exist. */

export const Loading = ({ lines = 4 }: { readonly lines?: number }) => (
  <Stack gap="sm" role="status" aria-label={t('Loading')}>
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

interface EmptyListProps {
  /** What the list will contain. */
  readonly title: string
  /** What to do for that. */
  readonly children: ReactNode
  /** The buttons for it. The header of the page does not repeat them. */
  readonly action?: ReactNode
}

/** Shows an outline of the rows that a list will contain, and how to fill it. */
export const EmptyList = ({ title, children, action }: EmptyListProps) => (
  <div className="empty-list">
    <div className="empty-rows" aria-hidden>
      <i />
      <i />
      <i />
    </div>
    <b>{title}</b>
    <p>{children}</p>
    {action && (
      <Group gap="xs" mt="sm" justify="center">
        {action}
      </Group>
    )}
  </div>
)

interface EmptyListLinkProps {
  /** Path of the page where the list is filled. */
  readonly href: string
  /** The role that the page needs. Other users do not see the link. */
  readonly minimum?: Role
  readonly children: string
}

/** A link from an empty list, as its action. */
export function EmptyListLink({ href, minimum = 'viewer', children }: EmptyListLinkProps) {
  const { may } = useSignedIn()
  if (!may(minimum)) return null
  return (
    <LinkButton href={href} variant="default">
      {children}
    </LinkButton>
  )
}

/** Shows that a search and filters exclude all rows. */
export const NoMatch = ({ onWiden }: { readonly onWiden: () => void }) => (
  <Stack align="center">
    {t('No results found.')}
    <Button variant="default" onClick={onWiden}>
      {t('Clear filters')}
    </Button>
  </Stack>
)

interface FailedProps {
  readonly error: unknown
  /** What couldn't be loaded, unless its place on the page says it. */
  readonly title?: string
  readonly onRetry?: () => unknown
}

export const Failed = ({ error, title = t("This couldn't be loaded"), onRetry }: FailedProps) => (
  <Alert color="red" title={title} role="alert">
    <Group justify="space-between">
      <Text size="sm">{messageOf(error)}</Text>
      {onRetry && (
        <Button variant="default" size="xs" onClick={() => void onRetry()}>
          {t('Try again')}
        </Button>
      )}
    </Group>
  </Alert>
)

interface QueryStateProps extends Required<Omit<FailedProps, 'title'>> {
  /** Number of placeholder lines while loading. */
  readonly lines?: number
}

/** Shows that a query is loading, or its error. */
export const QueryState = ({ error, onRetry, lines = 4 }: QueryStateProps) =>
  error ? <Failed error={error} onRetry={onRetry} /> : <Loading lines={lines} />

interface NotFoundProps extends QueryStateProps {
  readonly back: NonNullable<PageHeaderProps['back']>
}

/** Shows the state of the query that a page depends on. The link to the page may be older than the record. */
export function NotFound({ error, onRetry, lines = 4, back }: NotFoundProps) {
  // Another attempt clears the error. The heading stays, because a new one would take the focus each time.
  const [latest, setLatest] = useState(error)
  if (error && error !== latest) setLatest(error)
  if (!latest) return <Loading lines={lines} />
  const status = latest instanceof ApiError ? latest.status : undefined
  // The service responds with 400 when the last part of the address can't be an id.
  if (status !== 404 && status !== 400)
    return (
      <>
        <PageHeader title={t("This page couldn't be loaded")} back={back} />
        <QueryState error={error} onRetry={onRetry} lines={lines} />
      </>
    )
  return (
    <>
      <PageHeader title={t('Not found')} back={back} />
      <Empty>
        {status === 404
          ? t('{message}. It may have been deleted.', { message: messageOf(latest) })
          : t('This address is not valid. Check the link for typing errors.')}
      </Empty>
    </>
  )
}
