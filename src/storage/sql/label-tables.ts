import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, organizationId } from './columns'

/** The tables of labels (docs/decisions/0053-labels.md). */

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
