import { integer, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'

/** Columns that many tables have. */
export const id = () => integer('id').primaryKey({ autoIncrement: true })
export const organizationId = () => integer('organization_id').notNull()
export const instant = (name: string) => text(name).$type<Instant>()
export const flag = (name: string) => integer(name, { mode: 'boolean' })
