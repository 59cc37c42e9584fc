import { api, dataOf } from './client'
import { enter } from './session'

/** Goes on in another organization of the person, at its first page. */
export async function switchOrganization(id: number, navigate: (path: string) => void): Promise<void> {
  const body = { organization_id: id }
  const { data } = await dataOf(api.POST('/internal/v1/session/organization', { body }))
  navigate('/')
  enter(data)
}
