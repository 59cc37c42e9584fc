import { watch } from 'node:fs'
import { bundleConsole } from './console-bundle'
import { writeLicences } from './licences'

/**
 * Runs the service from source, again after each change of it; the console is bundled anew after each change of its own:
 * load the page again to see it.
 */

const sources = 'src/console'
const settleMs = 100

await Promise.all([bundleConsole(), writeLicences()])
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
