import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { MailLanguage } from '../../base/mail-languages'
import { flag, id, instant, organizationId } from './columns'

/** The tables of the installation, its organizations, users and API keys (migrations/). */

export const organizations = sqliteTable('organizations', {
  id: id(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  createdAt: instant('created_at').notNull(),
  historyRetentionDays: integer('history_retention_days'),
  auditDays: integer('audit_days').default(400),
  sensitivity: text('sensitivity').$type<'calm' | 'normal' | 'quick'>().notNull().default('normal'),
  eventLogDays: integer('event_log_days').notNull().default(30),
  eventLogMax: integer('event_log_max').notNull().default(5_000_000),
  gs1CompanyPrefix: text('gs1_company_prefix'),
  mailLanguage: text('mail_language').$type<MailLanguage>().notNull().default('en'),
  /** IANA name. */
  timeZone: text('time_zone'),
})

export const installation = sqliteTable('installation', { id: text('id').primaryKey() })

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const memberships = sqliteTable('memberships', {
  userId: text('user_id').notNull(),
  organizationId: organizationId(),
  role: text('role').$type<'viewer' | 'operator' | 'manager' | 'admin'>().notNull(),
})

export const owners = sqliteTable('owners', {
  userId: text('user_id').primaryKey(),
  addedAt: instant('added_at').notNull(),
})

export const knownOrigins = sqliteTable('known_origins', {
  accountId: text('account_id').notNull(),
  kind: text('kind').$type<'address' | 'device'>().notNull(),
  origin: text('origin').notNull(),
  seenAt: instant('seen_at').notNull(),
  hasReturned: flag('has_returned').notNull(),
})

export const passwordResets = sqliteTable('password_resets', {
  userId: text('user_id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdBy: text('created_by'),
})

export const invitations = sqliteTable('invitations', {
  id: id(),
  organizationId: organizationId(),
  environment: text('environment').notNull(),
  email: text('email'),
  role: text('role').$type<'viewer' | 'operator' | 'manager' | 'admin'>().notNull(),
  tokenHash: text('token_hash').notNull(),
  invitedBy: text('invited_by').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: organizationId(),
  environment: text('environment').notNull(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
  device: text('device'),
  address: text('address'),
  issuer: text('issuer'),
})

export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  organizationId: organizationId(),
  environment: text('environment').notNull(),
  name: text('name').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
  secretHash: text('secret_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
})

export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text('hash').primaryKey(),
  chainId: text('chain_id').notNull(),
  apiKeyId: text('api_key_id'),
  sessionId: text('session_id'),
  environment: text('environment').notNull(),
  expiresAt: instant('expires_at').notNull(),
  spentAt: instant('spent_at'),
})

export const totpApps = sqliteTable('totp_apps', {
  userId: text('user_id').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: integer('last_step').notNull(),
})

export const recoveryCodes = sqliteTable('recovery_codes', {
  userId: text('user_id').notNull(),
  hash: text('hash').notNull(),
})

export const providerIdentities = sqliteTable('provider_identities', {
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  userId: text('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const localSignIns = sqliteTable('local_sign_ins', {
  userId: text('user_id').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  publicKey: text('public_key').notNull(),
  counter: integer('counter').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})
