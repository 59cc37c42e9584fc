import { Stack, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { useWorkSection } from '../ui/pages/work-section'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, EmptyListLink, Failed, QueryState } from '../ui/pages/query-states'
import { StocktakeList } from './stocktake-list'
import { useStocktakes } from './stocktake-queries'

/** The stocktakes: what is counted, what is planned and what was closed. */
export function StocktakesPage() {
  const section = useWorkSection()
  const { may } = useSignedIn()
  const { data, error, refetch } = useStocktakes()
  const isEmpty = data?.data.length === 0
  return (
    <>
      <PageHeader title={t('Stocktakes')} section={section}>
        {may('manager') && !isEmpty && <LinkButton href="/stocktakes/new">{t('New stocktake')}</LinkButton>}
      </PageHeader>
      {!data && <QueryState error={error} onRetry={refetch} />}
      {data && (
        <Stack className="narrow" mx={0}>
          {error && <Failed error={error} onRetry={refetch} />}
          {isEmpty ? <NoStocktakes /> : <StocktakeList stocktakes={data.data} />}
          {data.total_count > data.data.length && (
            <Text size="sm" c="dimmed">
              {t('The newest {count} are shown.', { count: data.data.length })}
            </Text>
          )}
        </Stack>
      )}
    </>
  )
}

function NoStocktakes() {
  const { may } = useSignedIn()
  return (
    <Empty>
      <EmptyList
        title={t('Know that it is all here')}
        action={
          <EmptyListLink href="/stocktakes/new" minimum="manager">
            {t('New stocktake')}
          </EmptyListLink>
        }
      >
        {t('A stocktake compares what is expected at a location with what people and readers find there.')}{' '}
        {!may('manager') && t('Managers open stocktakes.')}
      </EmptyList>
    </Empty>
  )
}
