import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, organizationId } from './columns'

/** The tables of the fields and photos of assets. */

export const assetFields = sqliteTable('asset_fields', {
  id: id(),
  organizationId: organizationId(),
  key: text('field_key').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<'text' | 'number' | 'date' | 'choice'>().notNull(),
  options: text('options').notNull(),
  isRequired: flag('is_required').notNull(),
  position: integer('position').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  /** The assets up to this id have their values in `assetFieldValues`. Null: all of them. */
  indexedTo: integer('indexed_to').default(0),
})

/** The values of the fields of assets (src/storage/queries/assets/field-values.ts), with the states of the assets. */
export const assetFieldValues = sqliteTable('asset_field_values', {
  assetId: integer('asset_id').notNull(),
  fieldId: integer('field_id').notNull(),
  value: text('value').notNull(),
  state: integer('state').notNull(),
})

export const assetPhotos = sqliteTable('asset_photos', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id').notNull(),
  position: integer('position').notNull(),
  description: text('description'),
  mediaType: text('media_type').$type<'image/png' | 'image/jpeg' | 'image/webp'>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  hash: text('hash').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
})

export const assetPhotoParts = sqliteTable('asset_photo_parts', {
  photoId: integer('photo_id').notNull(),
  part: integer('part').notNull(),
  bytes: blob('bytes').$type<Uint8Array>().notNull(),
})

export const assetPhotoThumbnails = sqliteTable('asset_photo_thumbnails', {
  photoId: integer('photo_id').primaryKey(),
  mediaType: text('media_type').$type<'image/png' | 'image/jpeg' | 'image/webp'>().notNull(),
  hash: text('hash').notNull(),
  bytes: blob('bytes').$type<Uint8Array>().notNull(),
})

export const assetViews = sqliteTable('asset_views', {
  id: id(),
  organizationId: organizationId(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  isShared: flag('is_shared').notNull(),
  conditions: text('conditions').notNull(),
  sort: text('sort'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
