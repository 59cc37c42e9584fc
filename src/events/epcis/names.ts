import { digitalLinkOf, epcUrisOf } from '../../base/gs1/uris'

/** The URIs of the names that the event log stores (docs/decisions/0030-epcis.md). */

/** Digital Links, or EPC URNs. */
export type UriForm = 'digital_link' | 'urn'

export interface Naming {
  /** The beginning of the installation's own URIs, without a slash at the end. */
  readonly base: string
  readonly form: UriForm
}

type Kind = 'assets' | 'locations'

const ownPath = (base: string, kind: Kind | 'readers') => `${base}/console/${kind}/`

function uriOf(name: string, kind: Kind, { base, form }: Naming): string {
  if (!name.startsWith('urn:')) return ownPath(base, kind) + name
  return form === 'urn' ? name : digitalLinkOf(name)
}

export const epcUri = (name: string, naming: Naming): string => uriOf(name, 'assets', naming)
export const placeUri = (name: string, naming: Naming): string => uriOf(name, 'locations', naming)

const antennaName = /^(\d+):(\d+)$/

/** @param name that of an antenna or of a place */
export function readPointUri(name: string, naming: Naming): string {
  const [, reader, antenna] = antennaName.exec(name) ?? []
  return reader === undefined
    ? placeUri(name, naming)
    : `${ownPath(naming.base, 'readers')}${reader}?antenna=${antenna}`
}

/** Returns the names that a URI can mean; none when it is not a URI of a known kind. */
function namesOf(uri: string, kind: Kind, base: string): string[] {
  if (uri.startsWith('urn:epc:id:')) return [uri]
  const own = ownPath(base, kind)
  if (!uri.startsWith(own)) return epcUrisOf(uri)
  const id = uri.slice(own.length)
  return /^\d+$/.test(id) ? [id] : []
}

export const namesOfEpc = (uri: string, base: string): string[] => namesOf(uri, 'assets', base)
export const namesOfPlace = (uri: string, base: string): string[] => namesOf(uri, 'locations', base)

export function namesOfReadPoint(uri: string, base: string): string[] {
  const own = ownPath(base, 'readers')
  const [, reader, antenna] = /^(\d+)\?antenna=(\d+)$/.exec(uri.slice(own.length)) ?? []
  return uri.startsWith(own) && reader !== undefined ? [`${reader}:${antenna}`] : namesOfPlace(uri, base)
}

/** Returns the beginning of the installation's own URIs. */
export const ownBase = (publicUrl: string | undefined, installationId: string): string =>
  publicUrl ?? `https://${installationId}.whereabouts.invalid`
