import fc from 'fast-check'

/**
 * The seed of all random inputs of this process; TEST_SEED repeats those of an earlier run. `bun run verify` chooses one for all steps,
 * so that it repeats a step that failed with the inputs that failed. Bun loads this file before the tests (bunfig.toml).
 */
export const seed = Number(Bun.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

fc.configureGlobal({ seed })
