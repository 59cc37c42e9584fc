import { readStored } from '../../base/messages'
import { toWire, wireOf } from '../../base/time'
import type { PrintJobRow, PrintLabelRow } from '../../storage/core/store'
import type { TemplateView } from '../label-templates/schema'
import type { EncodeView, PrintJobView, PrintLabelView } from './schema'

export const templateOf = ({ template }: PrintJobRow): TemplateView => JSON.parse(template) as TemplateView

export const encodeOf = ({ encode }: PrintJobRow): EncodeView | null =>
  encode === null ? null : (JSON.parse(encode) as EncodeView)

function reasonOf(stored: string | null) {
  const reason = stored === null ? null : readStored(stored)
  return { reason: reason?.english ?? null, reason_text: reason?.text ?? null }
}

interface Names {
  readonly printer: string | null
  readonly station: string | null
}

export const toJobView = (row: PrintJobRow, names: Names): PrintJobView => ({
  id: row.id,
  template_id: row.templateId,
  template_name: templateOf(row).name,
  printer_id: row.printerId,
  printer_name: names.printer,
  encode: encodeOf(row),
  station:
    row.stationReaderId === null || names.station === null
      ? null
      : { reader_id: row.stationReaderId, reader_name: names.station },
  state: row.state,
  ...reasonOf(row.reason),
  since: wireOf(row.since),
  counts: { queued: row.queued, sent: row.sent, verified: row.verified, live: row.live, void: row.void },
  created_by: { user_id: row.createdBy, name: row.createdByName },
  created_at: toWire(row.createdAt),
  ended_at: row.endedAt === null ? null : wireOf(row.endedAt),
})

export const toLabelView = (row: PrintLabelRow): PrintLabelView => ({
  id: row.id,
  asset_id: row.assetId,
  asset_external_key: row.assetKey,
  epc: row.epc,
  tid: row.tid,
  state: row.state,
  ...reasonOf(row.reason),
  at: wireOf(row.at),
})
