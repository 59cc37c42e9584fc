import {
  IconAntenna,
  IconBell,
  IconBox,
  IconChartBar,
  IconClipboardCheck,
  IconMapPin,
  IconSettings,
  IconSitemap,
  IconSun,
} from '@tabler/icons-react'
import { t } from '../languages/messages'
import { lazily, lazilyStyled } from '../ui/pages/lazily'
import { settingsPaths } from '../settings/settings-paths'
import type { PageRoute } from './page-route'
import { settingsRoutes } from './settings-routes'

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    page: lazily(async () => (await import('../where/where-page')).WherePage),
    nav: { label: t('Where'), icon: IconMapPin },
  },
  {
    path: '/alerts',
    page: lazily(async () => (await import('../alerts/list/alerts-page')).AlertsPage),
    nav: { label: t('Alerts'), icon: IconBell, includes: ['/alert-rules'] },
  },
  {
    path: '/alerts/closed',
    page: lazily(async () => (await import('../alerts/list/closed-alerts-page')).ClosedAlertsPage),
  },
  { path: '/alerts/:id', page: lazily(async () => (await import('../alert/alert-page')).AlertPage) },
  {
    path: '/alert-rules',
    page: lazilyStyled(async () => (await import('../alert-rules/rules-page')).RulesPage),
  },
  {
    path: '/alert-rules/new',
    page: lazilyStyled(async () => (await import('../alert-rules/new-rule-page')).NewRulePage),
    role: 'manager',
  },
  {
    path: '/alert-rules/:id',
    page: lazilyStyled(async () => (await import('../alert-rules/rule-page')).RulePage),
  },
  {
    path: '/scan',
    page: lazily(async () => (await import('../scans/scan-page')).ScanPage),
    role: 'operator',
    nav: { label: t('Work'), icon: IconClipboardCheck, includes: ['/searches', '/stocktakes', '/labels'] },
  },
  {
    path: '/searches',
    page: lazilyStyled(async () => (await import('../finding/searches-page')).SearchesPage),
    role: 'operator',
  },
  {
    path: '/assets/:id/find',
    page: lazilyStyled(async () => (await import('../finding/find-page')).FindPage),
    role: 'operator',
  },
  {
    path: '/stocktakes',
    page: lazily(async () => (await import('../stocktakes/stocktakes-page')).StocktakesPage),
  },
  {
    path: '/stocktakes/new',
    page: lazily(async () => (await import('../stocktakes/new-stocktake-page')).NewStocktakePage),
    role: 'manager',
  },
  {
    path: '/stocktakes/:id',
    page: lazily(async () => (await import('../stocktakes/stocktake-page')).StocktakePage),
  },
  {
    path: '/stocktakes/:id/lines',
    page: lazily(async () => (await import('../stocktakes/lines-page')).LinesPage),
  },
  {
    path: '/stocktakes/:id/count',
    page: lazily(async () => (await import('../counting/count-page')).CountPage),
    role: 'operator',
  },
  {
    path: '/stocktakes/:id/close',
    page: lazily(async () => (await import('../stocktakes/close-page')).ClosePage),
    role: 'manager',
  },
  {
    path: '/stocktakes/:id/result',
    page: lazily(async () => (await import('../stocktakes/result-page')).ResultPage),
  },
  {
    path: '/assets',
    page: lazily(async () => (await import('../assets/assets-page')).AssetsPage),
    nav: { label: t('Assets'), icon: IconBox, includes: ['/deleted-assets', '/unknown-tags'] },
  },
  {
    path: '/assets/new',
    page: lazily(async () => (await import('../assets/new-asset-page')).NewAssetPage),
    role: 'manager',
  },
  {
    path: '/assets/import',
    page: lazilyStyled(async () => (await import('../imports/import-assets-page')).ImportAssetsPage),
    role: 'manager',
  },
  {
    path: '/deleted-assets/:id',
    page: lazily(async () => (await import('../assets/deleted-asset-page')).DeletedAssetPage),
    role: 'manager',
  },
  { path: '/assets/:id', page: lazily(async () => (await import('../assets/asset-page')).AssetPage) },
  {
    path: '/assets/:id/edit',
    page: lazily(async () => (await import('../assets/edit-asset-page')).EditAssetPage),
    role: 'manager',
  },
  {
    path: '/locations',
    page: lazily(async () => (await import('../locations/locations-page')).LocationsPage),
    nav: { label: t('Locations'), icon: IconSitemap },
  },
  {
    path: '/locations/new',
    page: lazily(async () => (await import('../locations/new-location-page')).NewLocationPage),
    role: 'manager',
  },
  {
    path: '/locations/import',
    page: lazilyStyled(async () => (await import('../imports/import-locations-page')).ImportLocationsPage),
    role: 'manager',
  },
  {
    path: '/locations/accuracy',
    page: lazilyStyled(async () => (await import('../teaching/accuracy-page')).AccuracyPage),
  },
  {
    path: '/locations/:id/learn',
    page: lazilyStyled(async () => (await import('../teaching/learn-page')).LearnPage),
  },
  {
    path: '/locations/:id',
    page: lazily(async () => (await import('../locations/location-page')).LocationPage),
  },
  {
    path: '/locations/:id/edit',
    page: lazily(async () => (await import('../locations/edit-location-page')).EditLocationPage),
    role: 'manager',
  },
  {
    path: '/locations/:id/plan',
    page: lazily(async () => (await import('../plans/editor/plan-editor-page')).PlanEditorPage),
    role: 'manager',
  },
  { path: '/labels', page: lazilyStyled(async () => (await import('../labels/labels-page')).LabelsPage) },
  {
    path: '/labels/jobs',
    page: lazilyStyled(async () => (await import('../labels/jobs/jobs-page')).JobsPage),
  },
  {
    path: '/labels/jobs/new',
    page: lazilyStyled(async () => (await import('../labels/jobs/new-job-page')).NewJobPage),
    role: 'operator',
  },
  {
    path: '/labels/jobs/:id',
    page: lazilyStyled(async () => (await import('../labels/jobs/job-page')).JobPage),
  },
  {
    path: '/labels/jobs/:id/list',
    page: lazilyStyled(async () => (await import('../labels/jobs/job-list-page')).JobListPage),
  },
  {
    path: '/labels/templates',
    page: lazilyStyled(async () => (await import('../labels/templates/templates-page')).TemplatesPage),
  },
  {
    path: '/labels/templates/:id',
    page: lazilyStyled(async () => (await import('../labels/templates/template-page')).TemplatePage),
  },
  {
    path: '/readers',
    page: lazily(async () => (await import('../readers/list/readers-page')).ReadersPage),
    nav: { label: t('Readers'), icon: IconAntenna },
  },
  {
    path: '/readers/new',
    page: lazily(async () => (await import('../readers/form/new-reader-page')).NewReaderPage),
    role: 'admin',
  },
  { path: '/readers/:id', page: lazily(async () => (await import('../readers/reader-page')).ReaderPage) },
  {
    path: '/readers/:id/edit',
    page: lazily(async () => (await import('../readers/form/edit-reader-page')).EditReaderPage),
    role: 'admin',
  },
  {
    path: '/reports',
    page: lazilyStyled(async () => (await import('../reports/flow-page')).FlowPage),
    nav: { label: t('Reports'), icon: IconChartBar },
  },
  {
    path: '/reports/utilization',
    page: lazilyStyled(async () => (await import('../reports/utilization-page')).UtilizationPage),
  },
  { path: '/reports/idle', page: lazilyStyled(async () => (await import('../reports/idle-page')).IdlePage) },
  { path: '/reports/week', page: lazilyStyled(async () => (await import('../reports/week-page')).WeekPage) },
  {
    path: '/reports/mail',
    page: lazilyStyled(async () => (await import('../reports/by-mail-page')).ByMailPage),
  },
  {
    path: '/unknown-tags',
    page: lazily(async () => (await import('../unknown-tags/unknown-tags-page')).UnknownTagsPage),
    role: 'operator',
  },
  {
    path: '/unknown-tags/dismissed',
    page: lazily(async () => (await import('../unknown-tags/dismissed-tags-page')).DismissedTagsPage),
    role: 'operator',
  },
  ...settingsRoutes,
  {
    path: '/overview',
    page: lazily(async () => (await import('../overview/overview-page')).OverviewPage),
    nav: { label: t('Today'), icon: IconSun },
  },
  {
    path: '/audit',
    page: lazily(async () => (await import('../changes/changes-page')).ChangesPage),
    role: 'admin',
  },
  {
    path: '/settings',
    page: lazily(async () => (await import('../settings/settings-page')).SettingsPage),
    nav: { label: t('Settings'), icon: IconSettings, includes: settingsPaths },
  },
  {
    path: '/backups',
    page: lazily(async () => (await import('../backups/backups-page')).BackupsPage),
    isForOwners: true,
  },
  {
    path: '/status',
    page: lazily(async () => (await import('../settings/status-page')).StatusPage),
    isForOwners: true,
  },
  { path: '/account', page: lazily(async () => (await import('../users/account-page')).AccountPage) },
  {
    path: '/organizations/new',
    page: lazily(async () => (await import('../settings/new-organization-page')).NewOrganizationPage),
    isForOwners: true,
  },
  { path: '/about', page: lazily(async () => (await import('../settings/about-page')).AboutPage) },
]
