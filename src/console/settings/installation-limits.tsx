import { Code, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../api/installation'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { capitalized, counted } from '../ui/values/format'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'

/** Shows the limits of the installation. They are set by environment variables and can't be changed here. */
export function InstallationLimits() {
  const { data, error, refetch } = useQuery(installationQuery)
  return (
    <Section id="limits" title={t('Limits of this installation')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'These limits apply to all organizations. To change one, set its environment variable and restart the service.',
        )}
      </Text>
      {!data && <QueryState error={error} onRetry={refetch} />}
      {data && (
        <Table.ScrollContainer minWidth={240}>
          <Table aria-labelledby="limits" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Limit')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('Value')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.limits.map(({ variable, value, default: initial, meaning, text }) => (
                <Table.Tr key={variable}>
                  <Table.Th scope="row" fw="normal">
                    <Text size="sm">{capitalized(serverText(meaning, text))}</Text>
                    <Code className="tag-value">{variable}</Code>
                  </Table.Th>
                  <Table.Td ta="right">
                    {counted(value)}
                    {value !== initial && (
                      <Text size="xs" c="dimmed">
                        {t('default {initial}', { initial: counted(initial) })}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
