import { sleep } from './sleep'

/**
 * Runs `work` in one tab at a time. A refresh token works once: two tabs that used the same one would end the session.
 * Browsers offer locks only over HTTPS and on localhost; elsewhere a key in the local storage replaces the lock.
 */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : withKey(name, work)
}

/** Time after which the key of a crashed tab is ignored, in milliseconds. */
const staleMs = 5000
/** Interval at which a tab renews its key while it works. */
const renewMs = 1000
const settleMs = 30

async function withKey<T>(name: string, work: () => Promise<T>): Promise<T> {
  const own = `${Math.random()}`
  while (!(await acquire(name, own))) await sleep(settleMs)
  const isOwn = () => holderOf(name)?.owner === own
  const renewing = setInterval(() => {
    if (isOwn()) hold(name, own)
  }, renewMs)
  const release = () => {
    if (isOwn()) localStorage.removeItem(name)
  }
  // A page that is reloaded does not finish its work.
  addEventListener('pagehide', release)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    removeEventListener('pagehide', release)
    release()
  }
}

async function acquire(name: string, own: string): Promise<boolean> {
  const holder = holderOf(name)
  if (holder && Date.now() - holder.since < staleMs) return false
  hold(name, own)
  // When several tabs write at the same time, the last one holds the key.
  await sleep(settleMs)
  return holderOf(name)?.owner === own
}

const hold = (name: string, owner: string): void =>
  localStorage.setItem(name, JSON.stringify({ owner, since: Date.now() }))

function holderOf(name: string): { owner: string; since: number } | null {
  const text = localStorage.getItem(name)
  return text === null ? null : JSON.parse(text)
}
