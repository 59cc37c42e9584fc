import { readStored } from '../../base/messages'
import { toWire, wireOf } from '../../base/time'
import type { PrinterRow } from '../../storage/core/store'
import type { PrinterView } from './schema'

export function toPrinterView(row: PrinterRow): PrinterView {
  const problem = row.problem === null ? null : readStored(row.problem)
  return {
    id: row.id,
    ...toAudited(row),
    state: row.state,
    since: wireOf(row.since),
    problem: problem?.english ?? null,
    problem_text: problem?.text ?? null,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  }
}

/** The fields that users change. */
export const toAudited = (row: PrinterRow) => ({
  name: row.name,
  host: row.host,
  port: row.port,
  dpi: row.dpi,
  has_rfid: row.hasRfid,
  correction_x: row.correctionX,
  correction_y: row.correctionY,
})
