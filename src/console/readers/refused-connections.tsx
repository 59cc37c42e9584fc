import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { counted } from '../ui/format'
import { Section } from '../ui/section'
import { Time } from '../ui/time'

const pollMs = 3000
const shown = 10

/** Lists refused connections with unknown user names, for owners of the installation. Nothing without any. */
export function RefusedConnections() {
  const { isOwner } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['refused-connections'],
    queryFn: () =>
      dataOf(api.GET('/internal/v1/refused-connections', { params: { query: { limit: shown } } })),
    refetchInterval: pollMs,
    enabled: isOwner,
  })
  if (!data || data.total_count === 0) return null
  return (
    <Section id="refused" title="Refused connections">
      <Text size="sm" mb="xs">
        No reader of this installation has these user names. Correct the user name in the reader, or register
        a reader with it as its key.
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label="Refused connections">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">User name</Table.Th>
              <Table.Th scope="col">Address</Table.Th>
              <Table.Th scope="col">Attempts</Table.Th>
              <Table.Th scope="col">Last</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map(({ user_name: name, address, count, last_at: at }) => (
              <Table.Tr key={name}>
                <Table.Td className="tag-value">{name ?? '(none)'}</Table.Td>
                <Table.Td>{address}</Table.Td>
                <Table.Td>{counted(count)}</Table.Td>
                <Table.Td>
                  <Time at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.total_count > data.data.length && (
        <Text size="sm" c="dimmed">
          The latest {data.data.length} of {counted(data.total_count)} are shown.
        </Text>
      )}
    </Section>
  )
}
