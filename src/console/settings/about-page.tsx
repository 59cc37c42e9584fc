import { Anchor, Card, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { QueryState } from '../ui/pages/query-states'

/** Shows the version of Whereabouts, and the licenses of the components in its executable. */
export function AboutPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['about'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/about'))).data,
    staleTime: Infinity,
  })
  const content = () => {
    if (!data) return <QueryState error={error} onRetry={refetch} lines={8} />
    return <Content {...data} />
  }
  return (
    <div className="narrow">
      <PageHeader title={t('About')} subtitle={t('Asset and location tracking in one executable.')} />
      {content()}
    </div>
  )
}

const Content = ({ version, licenses }: Schemas['About']) => (
  <Stack>
    <Card withBorder>
      <Pairs
        pairs={[
          ['Whereabouts', t('Version {version}', { version })],
          [
            t('Documentation'),
            <Anchor key="docs" href="/docs" inherit>
              {' '}
              {t('API reference')}{' '}
            </Anchor>,
          ],
        ]}
      />
    </Card>
    <Card withBorder component="section" aria-labelledby="licenses">
      <Title order={2} size="h4" id="licenses">
        {t('Licenses')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('Whereabouts contains these components. Each entry shows the text of the license.')}
      </Text>
      {licenses.map((license) => (
        <details key={license.components[0]} className="fold">
          <summary>
            {license.components.join(', ')}{' '}
            <Text span size="sm" c="dimmed">
              {license.name}
            </Text>
          </summary>
          <Code block className="copy-value" tabIndex={0}>
            {license.text}
          </Code>
        </details>
      ))}
    </Card>
  </Stack>
)
