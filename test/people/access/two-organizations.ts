import {
  type ApiResponse,
  apiClient,
  type Client,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { startProgram } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { newReader, type Reader, scan, secondsAgo } from '../../support/scans'

export interface Organization {
  readonly session: Client
  readonly api: Client
  readonly location: Row
  readonly asset: Row
  readonly reader: Reader
  readonly clientId: string
}

/** Starts a service with two organizations that have the same kinds of things. */
export async function startTwo() {
  const program = await startProgram()
  /** A location with a child, a tagged asset that has been scanned there, a reader. */
  async function furnish(session: Client, name: string): Promise<Organization> {
    const api = await apiClient(program, session)
    const tags = [{ tag_type: 'barcode', value: `${name} place` }]
    const location = await newLocation(api, { external_key: `${name}-place`, name, tags })
    await newLocation(api, { external_key: `${name}-child`, parent_id: location.id })
    const asset = await newTagged(api, `${name}-asset`, { name })
    await scan(session, location.id, `${name}-asset`, secondsAgo(100))
    const reader = await newReader(session, `${name}-gate`, [location.id])
    const { client_id: clientId } = await mintKey(session)
    return { session, api, location, asset, reader, clientId }
  }

  const north = await furnish(await signIn(program), 'north')
  const south = await furnish(await otherOrganization(program), 'south')
  return { program, north, south }
}

/** The content of a response, without the names in the request and without what differs between any two responses. */
export function gist({ status, body, text, headers }: ApiResponse, ...names: (string | number)[]): unknown {
  const shown = body?.error ? JSON.stringify({ ...body.error, request_id: undefined }) : text
  const content = names.reduce<string>((rest, name) => rest.replaceAll(String(name), '*'), shown)
  return { status, content, headers: [...headers.keys()].toSorted() }
}

export const unknownId = 999_999
export const unknownKey = 'unknown-key'
