import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useHash } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { enter, open, type SignedIn, signOut, useCurrentUser } from '../api/session'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, Loading } from '../ui/pages/query-states'
import { roleName } from '../ui/pages/roles'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { AcceptInvitation, type Offer } from './accept-invitation'
import { Entry } from './entry'

type Look = Schemas['InvitationLook']

/** The page that an invite link opens. The token is in the fragment of the URL, which browsers don't send to servers. */
export function JoinPage() {
  const [hash] = useHash({ getInitialValueInEffect: false })
  const [, navigate] = useLocation()
  const person = useCurrentUser()
  const token = hash.slice(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await dataOf(open.POST('/internal/v1/invitations/look', { body: { token } }))).data,
    // An accepted invitation no longer exists, so it is not fetched again.
    staleTime: Infinity,
  })

  function enterAs(session: Schemas['Session'], { organization_name: name }: Look): void {
    navigate('/', { replace: true })
    enter(session)
    toastDone(t('Welcome to {name}', { name }))
  }

  const content = () => {
    if (!data) return error ? <NoInvitation error={error} onRetry={refetch} /> : <Loading />
    const offer = {
      invitation: data,
      token,
      onJoined: (session: Schemas['Session']) => enterAs(session, data),
    }
    return person ? <JoinAs {...offer} person={person} /> : <AcceptInvitation key={token} {...offer} />
  }
  return (
    <Entry>
      <PageHeader
        title={data ? t('Join {organization}', { organization: data.organization_name }) : t('Join')}
        subtitle={data ? t('You are invited as {role}.', { role: roleName(data.role) }) : undefined}
      />
      {content()}
    </Entry>
  )
}

function NoInvitation({ error, onRetry }: { readonly error: Error; readonly onRetry: () => unknown }) {
  const isInvalid = error instanceof ApiError && [400, 404].includes(error.status)
  if (!isInvalid) return <Failed error={error} onRetry={onRetry} />
  return (
    <Stack>
      <Alert color="red" role="alert">
        {error.status === 404
          ? error.message
          : t('This invite link is not valid. Check that you copied the whole link.')}
      </Alert>
      <Text size="sm">{t('Ask an admin of the organization for a new link.')}</Text>
      <Anchor component={Link} href="/" size="sm">
        {t('Already a member? Open Whereabouts')}
      </Anchor>
    </Stack>
  )
}

function JoinAs({ invitation, token, onJoined, person: { user } }: Offer & { readonly person: SignedIn }) {
  const form = useApiForm({
    initial: {},
    submit: () => dataOf(api.POST('/internal/v1/invitations/join', { body: { token } })),
    done: ({ data }) => onJoined(data),
  })
  const other = (
    <Button variant="default" onClick={() => void signOut().catch(toastProblem)}>
      {t('Use another account')}
    </Button>
  )
  const account = `${user.name} (${user.email})`
  if (invitation.email !== null && invitation.email !== user.email)
    return (
      <Stack align="flex-start">
        <Text>
          {t('You are signed in as {account}, but the invitation is for {email}.', {
            account,
            email: invitation.email,
          })}
        </Text>
        {other}
      </Stack>
    )
  return (
    <Form form={form} label={t('Join')} aside={other}>
      <Text>{t('You are signed in as {account}.', { account })}</Text>
    </Form>
  )
}
