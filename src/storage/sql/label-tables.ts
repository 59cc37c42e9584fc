import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { JobState, LabelState, PrinterState } from '../../base/printing/states'
import type { Micros } from '../../base/time'
import { flag, id, instant, organizationId } from './columns'

/** The tables of labels (docs/decisions/0053-labels.md). */

const micros = (name: string) => integer(name).$type<Micros>()
const number = (name: string) => integer(name).notNull()

export const labelTemplates = sqliteTable('label_templates', {
  id: id(),
  organizationId: organizationId(),
  name: text('name').notNull(),
  widthMm: real('width_mm').notNull(),
  heightMm: real('height_mm').notNull(),
  gapMm: real('gap_mm').notNull(),
  marginMm: real('margin_mm').notNull(),
  elements: text('elements').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const printers = sqliteTable('printers', {
  id: id(),
  organizationId: organizationId(),
  name: text('name').notNull(),
  host: text('host').notNull(),
  port: number('port'),
  dpi: number('dpi'),
  hasRfid: flag('has_rfid').notNull(),
  correctionX: real('correction_x').notNull(),
  correctionY: real('correction_y').notNull(),
  state: text('state').$type<PrinterState>().notNull(),
  since: micros('since').notNull(),
  problem: text('problem'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const printJobs = sqliteTable('print_jobs', {
  id: id(),
  organizationId: organizationId(),
  templateId: number('template_id'),
  template: text('template').notNull(),
  printerId: integer('printer_id'),
  encode: text('encode'),
  state: text('state').$type<JobState>().notNull(),
  reason: text('reason'),
  since: micros('since').notNull(),
  queued: number('queued'),
  sent: number('sent'),
  verified: number('verified'),
  live: number('live'),
  void: number('void'),
  createdBy: text('created_by'),
  createdByName: text('created_by_name').notNull(),
  createdAt: instant('created_at').notNull(),
  endedAt: micros('ended_at'),
  stationReaderId: integer('station_reader_id'),
})

export const printLabels = sqliteTable('print_labels', {
  id: id(),
  jobId: number('job_id'),
  organizationId: organizationId(),
  position: number('position'),
  assetId: number('asset_id'),
  assetKey: text('asset_key').notNull(),
  epc: text('epc'),
  tid: text('tid'),
  state: text('state').$type<LabelState>().notNull(),
  reason: text('reason'),
  at: micros('at').notNull(),
  replaces: integer('replaces'),
})
