import { readFileSync } from 'node:fs'
import { administrator, executable, type Program } from './program'

/** Simulated readers: the command `simulate`, and its log. */

/** A line of its log: a read that was acknowledged. */
export interface LoggedRead {
  readonly reader: string
  readonly antenna: number
  readonly tag_type: string
  readonly value: string
  /** Null in formats without time. */
  readonly observed_at: string | null
  /** Null in formats without RSSI. */
  readonly rssi: number | null
}

export const readsIn = (log: string): LoggedRead[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LoggedRead)

/** To register with a service and publish to its broker, or to the one at `url`. */
export function simulateFlags({ http, mqtt }: Program, flags: string, url = mqtt as string): string[] {
  const { email, password } = administrator
  const service = ['--server', http, '--email', email, '--password', password, '--url', url]
  return ['simulate', ...service, ...flags.split(' ')]
}

const simulations = new Set<Bun.Subprocess>()

/** Runs in the background; rejects with the output unless every read was acknowledged. */
export async function simulate(args: readonly string[]): Promise<void> {
  const simulation = Bun.spawn([executable, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  simulations.add(simulation)
  const outputs = [simulation.stdout, simulation.stderr]
  const output = await Promise.all(outputs.map((output) => new Response(output).text()))
  const code = await simulation.exited
  simulations.delete(simulation)
  if (code !== 0) throw new Error(`The simulation ended with ${code}: ${output.join('').slice(-2000)}`)
}

/** For `afterAll`: ends the simulations of a failed test. */
export async function stopSimulations(): Promise<void> {
  for (const simulation of simulations) {
    simulation.kill('SIGKILL')
    await simulation.exited
  }
}
