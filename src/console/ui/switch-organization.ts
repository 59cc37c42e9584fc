import { api, dataOf } from './client'
import { enter } from './session'

/** Switches to another organization of the user and opens its first page. */
export async function switchOrganization(id: number, navigate: (path: string) => void): Promise<void> {
  const body = { organization_id: id }
  const { data } = await dataOf(api.POST('/internal/v1/session/organization', { body }))
  navigate('/')
  enter(data)
}
