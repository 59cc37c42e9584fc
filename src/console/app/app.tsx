import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { matchRoute, useLocation, useRoute, useRouter } from 'wouter'
import { messageOf } from '../api/errors'
import { isResumable, resume, type Role, session, type SessionState } from '../api/session'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { useHome } from '../ui/home'
import { lazily, type LazyPage } from '../ui/pages/lazily'
import { Crash } from '../ui/pages/crash'
import { outside } from './outside/outside-pages'
import { routes } from './routes'

/** Shows the set-up, the sign-in or the console itself. After a sign-in the user returns to the same page. */
export function App() {
  const state = useStore(session)
  const { phase } = state
  useStart(state)
  const [isWall] = useRoute('/wall')
  const [isSetUp] = useRoute('/setup')
  const [isJoin] = useRoute('/join')
  const [isReset] = useRoute('/reset-password')
  const [isCallback] = useRoute('/sign-in/callback')
  if (isWall) return <Loaded page={outside.wall} />
  if (isSetUp && phase !== 'in') return <Loaded page={outside.setUp} />
  if (isReset) return <Loaded page={outside.resetPassword} />
  if (phase === 'unknown') return <Resuming />
  if (isCallback) return <Loaded page={outside.callback} />
  if (isJoin) return <Loaded page={outside.join} />
  if (phase === 'out') return <Loaded page={outside.signIn} />
  if (state.phase === 'in' && state.view.must_add_second_factor)
    return <Loaded page={outside.addSecondFactor} />
  return <Loaded page={Shell} />
}

/** The pages of a sign-in that did not begin on another page. */
const signInPaths = ['/', '/sign-in/callback']

/** Leads to the home of the user after a sign-in. A session that had ended continues on its page. */
function useStart(state: SessionState): void {
  const isLeaving = useRef(false)
  const [location, navigate] = useLocation()
  const { home } = useHome(roleIn(state) ?? 'viewer')
  useEffect(() => {
    if (state.phase === 'out') isLeaving.current = !state.hasEnded && signInPaths.includes(location)
    if (state.phase !== 'in' || !isLeaving.current) return
    isLeaving.current = false
    if (location === '/' && window.location.search === '') navigate(home, { replace: true })
  }, [state, location, navigate, home])
}

function roleIn(state: SessionState): Role | undefined {
  if (state.phase !== 'in') return undefined
  const { organizations, current_organization_id: id } = state.view
  return organizations.find((organization) => organization.id === id)?.role
}

/** The frame of the console. The sign-in does not need its script. */
const Shell = lazily(async () => (await import('./shell')).Shell)

/** Shows one of the pages above. The key keeps the error of one from the next. */
const Loaded = ({ page: Page }: { readonly page: LazyPage }) => (
  <Crash key={Object.values(outside).indexOf(Page)}>
    <Suspense fallback={<Waiting />}>
      <Page />
    </Suspense>
  </Crash>
)

function Resuming() {
  const { parser } = useRouter()
  const [location] = useLocation()
  const page = routes.find(({ path }) => matchRoute(parser, path, location)[0])?.page
  const { error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      // Before they are shown, because React delays a page that suspends.
      if (isResumable()) await Promise.all((page ? [Shell, page] : [Shell]).map(({ load }) => load()))
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
