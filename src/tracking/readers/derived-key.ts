import type { Reads } from '../../storage/core/store'
import { randomHex } from '../../base/secrets'
import { foldLoosely } from '../../base/text'

const lengthMax = 60

/** Returns a key for a name: `Dock door 1` becomes `dock-door-1`. A name without Latin letters and digits becomes `reader`. */
const keyOfName = (name: string): string =>
  foldLoosely(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, lengthMax)
    .replace(/-$/, '') || 'reader'

/** Number of readers of one name whose keys end with a number. The keys of further ones end with random digits. */
const numberedMax = 9

/** Returns the key for a name, with a number when it is in use. The number of lookups does not grow with the readers. */
export async function freeKeyOf(
  { readers }: Pick<Reads, 'readers'>,
  organizationId: number,
  name: string,
): Promise<string> {
  const key = keyOfName(name)
  let free = key
  for (let number = 2; await readers.findByKey(organizationId, free); number++)
    free = `${key}-${number <= numberedMax ? number : randomHex(4)}`
  return free
}
