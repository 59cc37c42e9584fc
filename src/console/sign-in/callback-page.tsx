import { Alert, Anchor, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { messageOf } from '../api/errors'
import { enter, open } from '../api/session'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { toastDone } from '../ui/notices/toasts'
import { type Pending, takePending } from './providers'
import { Entry } from './entry'

/** The page to which a provider returns. It sends the parameters to the service and removes them from the URL. */
export function CallbackPage() {
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string>()
  const isSent = useRef(false)
  useEffect(() => {
    // The parameters work once.
    if (isSent.current) return
    isSent.current = true
    const body = { parameters: location.search.slice(1) }
    history.replaceState(null, '', location.pathname)
    void finish(takePending(), body).then(
      (path) => navigate(path, { replace: true }),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [navigate])
  return (
    <Entry>
      <PageHeader title={t('Sign in')} />
      {problem === undefined ? (
        <Loading />
      ) : (
        <Stack>
          <Alert color="red" role="alert">
            {problem}
          </Alert>
          <Anchor component={Link} href="/" size="sm">
            {t('Back to the sign-in')}
          </Anchor>
        </Stack>
      )}
    </Entry>
  )
}

/** Returns the page that was open before. */
async function finish({ purpose, path }: Pending, body: { parameters: string }): Promise<string> {
  if (purpose === 'connect') {
    await dataOf(api.POST('/internal/v1/session/providers', { body }))
    toastDone(t('Account connected'))
  } else {
    const { data } = await dataOf(open.POST('/internal/v1/sign-in', { body }))
    enter(data)
  }
  return path
}
