import { Table, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { counted, exactly } from '../ui/values/format'

type Fields = Schemas['AuditEntry']['before']

/** Fields that mean nothing to users, or that the sentence of the entry already shows. */
const hidden = new Set(['id', 'user_id', 'parent_id', 'created_at', 'updated_at', 'deleted_at'])

const labels: Readonly<Record<string, string>> = {
  external_key: t('key'),
  is_active: t('status'),
  is_enabled: t('status'),
  url: t('address'),
  types: t('event types'),
  parent_external_key: t('parent'),
  name: t('name'),
  description: t('description'),
  valid_from: t('valid from'),
  valid_to: t('valid to'),
  metadata: t('metadata'),
  tags: t('tags'),
  antennas: t('antennas'),
  format: t('format'),
  topic_filter: t('topic filter'),
  role: t('role'),
  email: t('email'),
  sensitivity: t('sensitivity'),
  scopes: t('scopes'),
  expires_at: t('expires at'),
  location: t('location'),
  options: t('options'),
  type: t('type'),
  kind: t('kind'),
  position: t('position'),
  presence_timeout_seconds: t('presence timeout in seconds'),
  time_zone: t('time zone of its times'),
  history_retention_days: t('history retention in days'),
  audit_days: t('change log retention in days'),
  event_log_days: t('event log retention in days'),
  event_log_max: t('maximum number of events in the event log'),
  gs1_company_prefix: t('GS1 company prefix'),
  sgln: t('SGLN'),
  rssi_offset_db: t('RSSI offset in dB'),
  min_rssi_dbm: t('minimum RSSI in dBm'),
}

export const fieldLabel = (field: string): string => labels[field] ?? field.replaceAll('_', ' ')

/** Shows the fields of a change before and after it. */
export function ChangeFields({ before, after }: { readonly before: Fields; readonly after: Fields }) {
  const isBoth = before !== null && after !== null
  const [beforeLabel, afterLabel] = isBoth ? [t('Before'), t('After')] : [t('Value'), t('Value')]
  const fields = Object.keys({ ...before, ...after }).filter((field) => !hidden.has(field))
  const shown = isBoth ? fields : fields.filter((field) => !isEmpty((after ?? before)?.[field]))
  return (
    <Table layout="fixed" fz="sm" horizontalSpacing={4} className="change-fields">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="32%">
            {t('Field')}
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
        {t('empty')}
      </Text>
    ) : (
      textOf(field, value)
    )}
  </Table.Td>
)

const isInstant = (field: string): boolean => /_at$|^valid_(from|to)$/.test(field)

function textOf(field: string, value: unknown): string {
  if (field === 'is_active') return value === true ? t('Active') : t('Inactive')
  if (isInstant(field) && typeof value === 'string') return exactly(value)
  if (typeof value === 'string') return value
  const separator = field === '' ? ', ' : '\n'
  if (Array.isArray(value)) return value.map((item) => textOf('', item)).join(separator)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const { not_kept_characters: length, tag_type: type, value: identifier } = value as Record<string, unknown>
  if (typeof length === 'number')
    return t('{length} characters, too long to store', { length: counted(length) })
  if (typeof type === 'string' && typeof identifier === 'string') return `${type} ${identifier}`
  return Object.entries(value)
    .map(([name, part]) => `${fieldLabel(name)}: ${part === null ? t('none') : textOf('', part)}`)
    .join(separator)
}
