import { sleep } from './sleep'

/**
 * Runs `work` in one tab at a time. A refresh token works once: two tabs that spend the same one would end the session.
 * Browsers have locks only where the page came over HTTPS (or from this machine); elsewhere a key in the storage that
 * the tabs share takes their place.
 */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : withKey(name, work)
}

/** A tab that crashed while it held the key does not hold up the others for longer. */
const staleMs = 5000
const settleMs = 30

async function withKey<T>(name: string, work: () => Promise<T>): Promise<T> {
  const own = `${Math.random()}`
  while (!(await take(name, own))) await sleep(settleMs)
  const release = () => {
    if (holderOf(name)?.owner === own) localStorage.removeItem(name)
  }
  // A page that is loaded again doesn't come to the end of its work.
  addEventListener('pagehide', release)
  try {
    return await work()
  } finally {
    removeEventListener('pagehide', release)
    release()
  }
}

async function take(name: string, own: string): Promise<boolean> {
  const holder = holderOf(name)
  if (holder && Date.now() - holder.since < staleMs) return false
  localStorage.setItem(name, JSON.stringify({ owner: own, since: Date.now() }))
  // Of those that write at once, the last one has it.
  await sleep(settleMs)
  return holderOf(name)?.owner === own
}

function holderOf(name: string): { owner: string; since: number } | null {
  const text = localStorage.getItem(name)
  return text === null ? null : JSON.parse(text)
}
