import { Table } from '@mantine/core'
import { t } from '../languages/messages'
import { TableFrame } from '../ui/lists/table-frame'
import { PlacePath } from '../ui/pages/place-path'
import { counted } from '../ui/values/format'
import type { Flow } from './report-data'

/** The flows in figures, the largest first: what the arrows of the plan show, and the smaller ones. */
export const FlowList = ({ flows }: { readonly flows: readonly Flow[] }) => (
  <TableFrame columns={null}>
    <Table aria-label={t('Flows')} verticalSpacing={6} className="flow-list">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('From')}</Table.Th>
          <Table.Th scope="col">{t('To')}</Table.Th>
          <Table.Th scope="col">{t('Moves')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {flows.map(({ from, to, moves }) => (
          <Table.Tr key={`${from.id} ${to.id}`}>
            <Table.Td>
              <PlacePath id={from.id} name={from.name} />
            </Table.Td>
            <Table.Td>
              <PlacePath id={to.id} name={to.name} />
            </Table.Td>
            <Table.Td>{counted(moves)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </TableFrame>
)
