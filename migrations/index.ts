// Imported as text so that the executable carries its own schema. Order matters: append, never edit.
import foundation from './0001_foundation.sql' with { type: 'text' }
import idempotency from './0002_idempotency.sql' with { type: 'text' }

export interface Migration {
  readonly name: string
  readonly sql: string
}

export const migrations: readonly Migration[] = [
  { name: '0001_foundation', sql: foundation },
  { name: '0002_idempotency', sql: idempotency },
]
