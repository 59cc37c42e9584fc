import type { Migration } from '../../migrations'
import { postgresMigrations } from '../../migrations/postgres'

/** Preloaded by a program that runs from source, which is then of a newer version: it has one more migration of PostgreSQL. */

const migration = JSON.parse(Bun.env['TEST_MIGRATION'] as string) as Migration
;(postgresMigrations as Migration[]).push(migration)
