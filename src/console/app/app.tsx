import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { matchRoute, useLocation, useRoute, useRouter } from 'wouter'
import { messageOf } from '../api/errors'
import { resume, session } from '../api/session'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { CallbackPage } from '../sign-in/callback-page'
import { JoinPage } from '../sign-in/join-page'
import { ResetPasswordPage } from '../sign-in/reset-password-page'
import { SetUpPage } from '../sign-in/set-up-page'
import { SignInPage } from '../sign-in/sign-in-page'
import { addSecondFactorPage as AddSecondFactorPage, routes, wallPage as WallPage } from './routes'
import { Shell } from './shell'

/** Shows the set-up, the sign-in or the console itself. After a sign-in the user returns to the same page. */
export function App() {
  const state = useStore(session)
  const { phase } = state
  const [isWall] = useRoute('/wall')
  const [isSetUp] = useRoute('/setup')
  const [isJoin] = useRoute('/join')
  const [isReset] = useRoute('/reset-password')
  const [isCallback] = useRoute('/sign-in/callback')
  if (isWall)
    return (
      <Suspense fallback={<Waiting />}>
        <WallPage />
      </Suspense>
    )
  if (isSetUp && phase !== 'in') return <SetUpPage />
  if (isReset) return <ResetPasswordPage />
  if (phase === 'unknown') return <Resuming />
  if (isCallback) return <CallbackPage />
  if (isJoin) return <JoinPage />
  if (phase === 'out') return <SignInPage />
  if (state.phase === 'in' && state.view.must_add_second_factor)
    return (
      <Suspense fallback={<Waiting />}>
        <AddSecondFactorPage />
      </Suspense>
    )
  return <Shell />
}

function Resuming() {
  const { parser } = useRouter()
  const [location] = useLocation()
  const page = routes.find(({ path }) => matchRoute(parser, path, location)[0])?.page
  const { error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      // A page is loaded before it is shown, because React delays a page that suspends.
      await page?.load()
      await resume()
      return null
    },
    retry: false,
    staleTime: 0,
  })
  if (!error) return <Waiting />
  return (
    <Center h="100dvh">
      <Stack align="center">
        <Text role="alert">{messageOf(error)}</Text>
        <Button onClick={() => void refetch()}>{t('Try again')}</Button>
      </Stack>
    </Center>
  )
}

const Waiting = () => (
  <Center h="100dvh">
    <Loader aria-label={t('Loading')} />
  </Center>
)
