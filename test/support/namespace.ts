import { userInfo } from 'node:os'
import type { Place } from '../../scripts/postgres-server'

/** A network namespace with a link to this one, whose packets can be dropped. It needs root and the tools ip and iptables. */
interface Namespace {
  readonly place: Place
  /** Drops all packets of the link. Neither side gets a notice. */
  cut(): void
  heal(): void
  close(): void
}

const execute = (...command: string[]): boolean =>
  Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exitCode === 0

/** Creates a namespace; undefined where that is not possible. */
export async function openNamespace(): Promise<Namespace | undefined> {
  const tools = ['ip', 'iptables', 'unshare', 'nsenter'].every((tool) => Bun.which(tool) !== null)
  if (userInfo().uid !== 0 || !tools) return undefined
  const holder = Bun.spawn(['unshare', '--net', 'sh', '-c', 'echo ready; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ready = await holder.stdout.getReader().read()
  const { pid } = holder
  const [near, far] = [`wn${pid}`, `wf${pid}`]
  const network = `10.${100 + (pid % 100)}.${Math.floor(pid / 100) % 250}`
  const under = ['nsenter', `--net=/proc/${pid}/ns/net`]
  const steps = [
    ['ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far],
    ['ip', 'link', 'set', far, 'netns', String(pid)],
    ['ip', 'address', 'add', `${network}.1/24`, 'dev', near],
    ['ip', 'link', 'set', near, 'up'],
    [...under, 'ip', 'address', 'add', `${network}.2/24`, 'dev', far],
    [...under, 'ip', 'link', 'set', 'lo', 'up'],
    [...under, 'ip', 'link', 'set', far, 'up'],
    [...under, 'iptables', '--list'],
  ]
  if (ready.done || !steps.every((step) => execute(...step))) {
    holder.kill()
    return undefined
  }
  const filter = (...rule: string[]): void => {
    if (!execute(...under, 'iptables', ...rule)) throw new Error(`iptables ${rule.join(' ')} failed.`)
  }
  return {
    place: { address: `${network}.2`, under },
    cut() {
      filter('-A', 'INPUT', '-i', far, '-j', 'DROP')
      filter('-A', 'OUTPUT', '-o', far, '-j', 'DROP')
    },
    heal: () => filter('-F'),
    // The link ends with the namespace.
    close: () => holder.kill(),
  }
}
