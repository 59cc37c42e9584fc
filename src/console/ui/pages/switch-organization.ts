import { api, dataOf } from '../../api/client'
import { enter } from '../../api/session'
import { toastProblem } from '../notices/toasts'
import { discarding, onceDiscarded } from '../notices/unsaved'

type Navigate = (path: string, options: { readonly state: unknown }) => void

/** Switches to another organization of the user and opens its first page. Asks first if unsaved text would be lost. */
export const switchOrganization = (id: number, navigate: Navigate): void =>
  onceDiscarded(() => void switchTo(id, navigate).catch(toastProblem))

async function switchTo(id: number, navigate: Navigate): Promise<void> {
  const body = { organization_id: id }
  const { data } = await dataOf(api.POST('/internal/v1/session/organization', { body }))
  navigate('/', { state: discarding })
  enter(data)
}
