import { join } from 'node:path'

/** The command that runs this program: the compiled executable, or Bun with the source file. */
export const ownCommand: readonly string[] = Bun.main.startsWith('/$bunfs/')
  ? [process.execPath]
  : [process.execPath, join(import.meta.dir, '../main.ts')]
