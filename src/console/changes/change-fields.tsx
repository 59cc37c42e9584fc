import { Table, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { counted, exactly } from '../ui/format'

type Fields = Schemas['AuditEntry']['before']

/** Fields that mean nothing to users, or that the sentence of the entry already shows. */
const hidden = new Set(['id', 'user_id', 'parent_id', 'created_at', 'updated_at', 'deleted_at'])

const labels: Readonly<Record<string, string>> = {
  external_key: 'key',
  is_active: 'status',
  parent_external_key: 'parent',
  presence_timeout_seconds: 'presence timeout in seconds',
  history_retention_days: 'history retention in days',
  audit_days: 'change log retention in days',
  rssi_offset_db: 'RSSI offset in dB',
  min_rssi_dbm: 'minimum RSSI in dBm',
}

export const fieldLabel = (field: string): string => labels[field] ?? field.replaceAll('_', ' ')

/** Shows the fields of a change before and after it. */
export function ChangeFields({ before, after }: { readonly before: Fields; readonly after: Fields }) {
  const isBoth = before !== null && after !== null
  const [beforeLabel, afterLabel] = isBoth ? ['Before', 'After'] : ['Value', 'Value']
  const fields = Object.keys({ ...before, ...after }).filter((field) => !hidden.has(field))
  const shown = isBoth ? fields : fields.filter((field) => !isEmpty((after ?? before)?.[field]))
  return (
    <Table layout="fixed" fz="sm" horizontalSpacing={4} className="change-fields">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="32%">
            Field
          </Table.Th>
          {before && <Table.Th scope="col">{beforeLabel}</Table.Th>}
          {after && <Table.Th scope="col">{afterLabel}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((field) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldLabel(field)}</Table.Th>
            {before && <Value field={field} value={before[field]} />}
            {after && <Value field={field} value={after[field]} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}'

const Value = ({ field, value }: { readonly field: string; readonly value: unknown }) => (
  <Table.Td>
    {isEmpty(value) ? (
      <Text span size="sm" c="dimmed">
        empty
      </Text>
    ) : (
      textOf(field, value)
    )}
  </Table.Td>
)

const isInstant = (field: string): boolean => /_at$|^valid_(from|to)$/.test(field)

function textOf(field: string, value: unknown): string {
  if (field === 'is_active') return value === true ? 'Active' : 'Inactive'
  if (isInstant(field) && typeof value === 'string') return exactly(value)
  if (typeof value === 'string') return value
  const separator = field === '' ? ', ' : '\n'
  if (Array.isArray(value)) return value.map((item) => textOf('', item)).join(separator)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const { not_kept_characters: length, tag_type: type, value: identifier } = value as Record<string, unknown>
  if (typeof length === 'number') return `${counted(length)} characters, too long to store`
  if (typeof type === 'string' && typeof identifier === 'string') return `${type} ${identifier}`
  return Object.entries(value)
    .map(([name, part]) => `${fieldLabel(name)}: ${part === null ? 'none' : textOf('', part)}`)
    .join(separator)
}
