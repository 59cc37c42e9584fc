import { AppShell, Box, Group } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { useFreshPlaces } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { roleName } from '../ui/pages/roles'
import { Brand } from '../ui/pages/brand'
import { Crash } from '../ui/pages/crash'
import { type Frame, FrameContext } from '../ui/pages/frame'
import { lazily } from '../ui/pages/lazily'
import { lazyPart } from '../ui/pages/lazy-part'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, Loading } from '../ui/pages/query-states'
import { loadToasts, toastProblem } from '../ui/notices/toasts'
import { leaving } from '../ui/notices/unsaved'
import { Bell } from '../alerts/bell'
import { AccountMenu } from './account-menu'
import { ConnectionBanner } from '../ui/notices/connection-banner'
import { Contained } from './contained'
import { KeysHelp } from './keys-help'
import { BottomBar, SideBar, usePreloadedPages } from './navigation'
import { OrganizationMenu } from './organization-menu'
import { usePreload } from './preload'
import type { PageRoute } from './page-route'
import { routes } from './routes'
import { SearchButtons } from './search-buttons'

/**
 * The frame around every page: the top bar, the sidebar on a desktop and the bottom bar on a phone. On a desktop, the
 * top bar contains the title and the buttons of the page.
 */
export function Shell() {
  const { organization } = useSignedIn()
  usePreloadedPages()
  useFreshPlaces()
  usePreload(loadToasts)
  const [frame] = useState<Frame>(() => ({
    title: placeOf('frame-title'),
    actions: placeOf('frame-actions'),
  }))
  return (
    <AppShell
      header={{ height: { base: 56, sm: 64 } }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 60, sm: 0 } }}
      padding={{ base: 'md', sm: 0 }}
    >
      <UnsavedQuestion />
      <KeysHelp />
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <Navigation />
      {/* After the sidebar, so that the title of a page is followed by its buttons and its content. */}
      <TopBar frame={frame} />
      <AppShell.Main id="content" tabIndex={-1} className="frame-main">
        <div className="frame-content">
          <ConnectionBanner />
          <Banners />
          <FrameContext value={frame}>
            <div className="page">
              {/* The key discards all state of the previous organization. */}
              <Pages key={organization.id} />
            </div>
          </FrameContext>
        </div>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" component="nav" aria-label={t('Main')}>
        <BottomBar />
      </AppShell.Footer>
    </AppShell>
  )
}

const Navigation = () => (
  <AppShell.Navbar className="frame-navbar" py="sm" px="xs" aria-label={t('Main')} visibleFrom="sm">
    <Box px="xs" pt="xs" pb="lg">
      <Brand />
    </Box>
    <SideBar />
    <div className="frame-account">
      <OrganizationMenu />
      <AccountMenu isWide />
    </div>
  </AppShell.Navbar>
)

const TopBar = ({ frame }: { readonly frame: Frame }) => (
  <AppShell.Header className="frame-header">
    <div className="frame-bar">
      <Place of={frame.title} />
      <Box visibleFrom="xs" hiddenFrom="sm">
        <Brand />
      </Box>
      <SearchButtons />
      <Place of={frame.actions} />
      <Box visibleFrom="sm">
        <Bell />
      </Box>
      <Group gap="xs" wrap="nowrap" className="menus" hiddenFrom="sm">
        <OrganizationMenu />
        <AccountMenu />
      </Group>
    </div>
  </AppShell.Header>
)

/** Creates a place in the top bar before the first page is rendered, which fills it. */
function placeOf(className: string): HTMLElement {
  const place = document.createElement('div')
  place.className = className
  return place
}

function Place({ of }: { readonly of: HTMLElement }) {
  // The same function at each render: to append the element again would take the focus from the buttons in it.
  const fill = useCallback((parent: HTMLElement | null) => parent?.append(of), [of])
  return <div className="frame-place" ref={fill} />
}

const LaterBanners = lazyPart(async () => (await import('./banners/later-banners')).LaterBanners)

/** The first page loads neither the other banners nor their data. */
function Banners() {
  const [isDue, setDue] = useState(false)
  usePreload(useCallback(async () => setDue(true), []))
  return isDue && <LaterBanners />
}

const UnsavedDialog = lazily(async () => (await import('../ui/notices/unsaved-dialog')).UnsavedDialog)

/** The dialog is not part of the first script. When it was opened once, it stays, so that it gives the focus back. */
function UnsavedQuestion() {
  const isAsked = useStore(leaving) !== null
  const [wasAsked, setAsked] = useState(false)
  usePreload(UnsavedDialog.load)
  if (isAsked && !wasAsked) setAsked(true)
  // Without the dialog, the user stays on the page with the text.
  function fail(error: Error): void {
    leaving.set(null)
    setAsked(false)
    toastProblem(error)
  }
  return (
    wasAsked && (
      <Contained onError={fail}>
        <Suspense>
          <UnsavedDialog />
        </Suspense>
      </Contained>
    )
  )
}

const Pages = () => (
  <Switch>
    {routes.map((route) => (
      <Route key={route.path} path={route.path}>
        {(params) => (
          // The key discards the state of the page when it shows another record.
          <Crash key={Object.values(params).join('/')}>
            <Suspense fallback={<Loading lines={8} />}>
              <Allowed {...route} />
            </Suspense>
          </Crash>
        )}
      </Route>
    ))}
    {formerPastPaths.map((path) => (
      <Route key={path} path={path}>
        <RedirectToPast />
      </Route>
    ))}
    <Route>
      <PageHeader title={t('Page not found')} />
      <NoPage>{t('There is no page at this address. Check the link for typing errors.')}</NoPage>
    </Route>
  </Switch>
)

/** Says why there is no page, and leads to the first one. */
const NoPage = ({ children }: { readonly children: string }) => (
  <Empty>
    <p>{children}</p>
    <LinkButton href="/" variant="default">
      {t('Where everything is')}
    </LinkButton>
  </Empty>
)

/** Former addresses of the past, which is a time of the Where page. */
const formerPastPaths = ['/then', '/time-travel']

/** Keeps links and bookmarks to the former addresses of the past working. */
function RedirectToPast() {
  const params = new URLSearchParams(useSearch())
  params.delete('asset')
  if (!params.has('view')) params.set('view', 'list')
  if (!params.has('at')) params.set('at', new Date(serviceNow()).toISOString())
  return <Redirect to={`/?${params}`} replace />
}

/** Shows the page if the user may open it. The service enforces the same rules; this only explains them earlier. */
function Allowed({ page: Page, role = 'viewer', isForOwners }: PageRoute) {
  const { may, isOwner } = useSignedIn()
  if (may(role) && (isOwner || !isForOwners)) return <Page />
  return (
    <>
      <PageHeader title={t("You don't have access")} />
      <NoPage>
        {isForOwners
          ? t('Only installation owners can open this page.')
          : t('You need the {role} role to open this page. Ask an admin.', { role: roleName(role) })}
      </NoPage>
    </>
  )
}
