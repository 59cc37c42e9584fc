/** The long forms of tests, which `bun run verify --long <name>` runs. A variable that is set already keeps its value. */

interface Long {
  readonly variables: Readonly<Record<string, string>>
  /** Arguments of `bun`. */
  readonly command: readonly string[]
}

const test = (...args: string[]): readonly string[] => ['test', ...args]

const longForms: Readonly<Record<string, Long>> = {
  bench: { variables: { TEST_BENCH: '1' }, command: test('test/suites/bench/results.test.ts') },
  clients: {
    variables: { TEST_CLIENTS: '1' },
    command: test('test/suites/clients', 'test/suites/docs/integrate.test.ts', '--timeout', '30000'),
  },
  codes: {
    variables: { TEST_CODE_KEYS: '1000000' },
    command: test('test/base/gs1/oracles.test.ts', '--timeout', '3600000'),
  },
  crash: { variables: { TEST_CRASH_KILLS: '1000' }, command: test('test/suites/reliability/crash.test.ts') },
  disk: { variables: { TEST_DISK_ROUNDS: '100' }, command: test('test/suites/reliability/disk.test.ts') },
  instances: {
    variables: {
      TEST_INSTANCE_KILLS: '100',
      TEST_DATABASE_RESTARTS: '10',
      TEST_FAILOVERS: '5',
      TEST_BROKER_RESTARTS: '5',
    },
    command: test('test/suites/postgres/failures.test.ts'),
  },
  llrp: {
    variables: { TEST_LLRP_MUTATIONS: '10000000' },
    command: test('test/tracking/llrp/codec.unit.test.ts'),
  },
  packages: {
    variables: { TEST_PACKAGES: '1' },
    command: test('test/suites/packages', 'test/suites/release', '--timeout', '30000'),
  },
  postgres: { variables: {}, command: ['scripts/test-postgres.ts'] },
  power: {
    variables: { TEST_POWER_CUTS: '100' },
    command: test('test/suites/crash/power-cuts.test.ts', 'test/suites/crash/log-removal.test.ts'),
  },
  'slow-inputs': {
    variables: { TEST_SLOW_INPUTS_SECONDS: '600' },
    command: test('test/suites/fuzz/slow-inputs.test.ts'),
  },
  soak: {
    variables: { TEST_SOAK_SECONDS: '3600', TEST_SOAK_CSV: 'dist/soak.csv' },
    command: test('test/suites/reliability/soak.test.ts'),
  },
  upgrade: {
    variables: { TEST_UPGRADE_LEVELS: '1000', TEST_UPGRADE_ROWS: '500' },
    command: test('test/suites/reliability/upgrade.test.ts'),
  },
}

/** Builds and runs a long form, with these words after its arguments. Returns the exit code. */
export async function runLong(name: string, words: readonly string[]): Promise<number> {
  const form = longForms[name]
  if (form === undefined) {
    console.error(`There is no long form ${name}. Choose one of ${Object.keys(longForms).join(', ')}.`)
    return 1
  }
  const bun = (args: readonly string[]) =>
    Bun.spawn(['bun', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...form.variables, ...process.env },
    }).exited
  return (await bun(['scripts/build.ts'])) || bun([...form.command, ...words])
}
