import { AppShell, Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { useSignedIn } from '../api/session'
import { PageHeader } from '../ui/page-header'
import { Empty, Loading } from '../ui/query-states'
import { AccountMenu } from './account-menu'
import { ClockBanner } from './clock-banner'
import { ConnectionBanner } from './connection-banner'
import { Crash } from './crash'
import { BottomBar, SideBar, usePagesAhead } from './navigation'
import { OrganizationMenu } from './organization-menu'
import { type PageRoute, routes } from './routes'

/** The frame around every page: the sidebar of a desktop, the bottom bar of a phone. */
export function Shell() {
  const { organization } = useSignedIn()
  usePagesAhead()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 60, sm: 0 } }}
      padding="md"
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Text fw={700} visibleFrom="xs">
            Whereabouts
          </Text>
          <Group gap="xs" wrap="nowrap" className="menus">
            <OrganizationMenu />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" visibleFrom="sm">
        <SideBar />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionBanner />
        <ClockBanner />
        <div className="page">
          {/* Another organization is another world: nothing of the last one stays. */}
          <Pages key={organization.id} />
        </div>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" component="nav" aria-label="Main">
        <BottomBar />
      </AppShell.Footer>
    </AppShell>
  )
}

const Pages = () => (
  <Switch>
    {routes.map((route) => (
      <Route key={route.path} path={route.path}>
        <Crash>
          <Suspense fallback={<Loading lines={8} />}>
            <Allowed {...route} />
          </Suspense>
        </Crash>
      </Route>
    ))}
    <Route>
      <PageHeader title="Not found" />
      <Empty>There is no such page.</Empty>
    </Route>
  </Switch>
)

/** The service refuses what a role may not do; this only says so sooner. */
function Allowed({ page: Page, role = 'viewer', isForOwners }: PageRoute) {
  const { may, isOwner } = useSignedIn()
  if (may(role) && (isOwner || !isForOwners)) return <Page />
  return (
    <>
      <PageHeader title="Not for your role" />
      <Empty>
        {isForOwners ? 'This page is for owners of the installation.' : `This page needs the role ${role}.`}
      </Empty>
    </>
  )
}
