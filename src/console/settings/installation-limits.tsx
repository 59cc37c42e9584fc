import { Code, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../api/installation'
import { capitalized, counted } from '../ui/format'
import { Missing } from '../ui/query-states'
import { Section } from '../ui/section'

/** What the installation allows whom, at most: to look at, since whoever runs it sets that. */
export function InstallationLimits() {
  const { data, error, refetch } = useQuery(installationQuery)
  return (
    <Section id="limits" title="Limits of this installation">
      <Text size="sm" c="dimmed" mb="xs">
        Of all its organizations. Whoever runs the service changes them by these environment variables, and
        starts it again.
      </Text>
      {!data && <Missing error={error} onRetry={refetch} />}
      {data && (
        <Table.ScrollContainer minWidth={240}>
          <Table aria-labelledby="limits" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">What</Table.Th>
                <Table.Th scope="col" ta="right">
                  At most
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.limits.map(({ variable, value, default: usual, meaning }) => (
                <Table.Tr key={variable}>
                  <Table.Th scope="row" fw="normal">
                    <Text size="sm">{capitalized(meaning)}</Text>
                    <Code className="tag-value">{variable}</Code>
                  </Table.Th>
                  <Table.Td ta="right">
                    {counted(value)}
                    {value !== usual && (
                      <Text size="xs" c="dimmed">
                        usually {counted(usual)}
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
