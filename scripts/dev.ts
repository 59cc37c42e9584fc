import { watch } from 'node:fs'
import { bundleConsole } from './console-bundle'
import { writeLicenses } from './licenses'

/**
 * Runs the service from source. Restarts it after a change of its source, and bundles the console after a change of the
 * console. Reload the page to see the change.
 */

const sources = 'src/console'
const settleMs = 100

await Promise.all([bundleConsole(), writeLicenses()])
let timer: Timer | undefined
watch(sources, { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => void bundleConsole(), settleMs)
})

const service = Bun.spawn([process.execPath, '--watch', 'src/main.ts', 'serve', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
process.exit(await service.exited)
