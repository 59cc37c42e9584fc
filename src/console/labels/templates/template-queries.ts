import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient } from '../../api/client'
import type { Draft, Template } from './template'

const queryKey = ['label templates']
const listed = 200

/** Fetches the templates of the organization, the oldest first. */
export const useTemplates = () =>
  useQuery({
    queryKey,
    queryFn: async () => {
      const query = { limit: listed }
      return (await dataOf(api.GET('/internal/v1/label-templates', { params: { query } }))).data
    },
    staleTime: 60_000,
  })

export const useTemplate = (id: number) =>
  useQuery({
    queryKey: [...queryKey, id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/label-templates/{label_template}', { params: pathOf(id) }))).data,
    // The editor has a copy of it.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

const pathOf = (id: number) => ({ path: { label_template: id } })

export async function createTemplate(body: Draft): Promise<Template> {
  const { data } = await dataOf(api.POST('/internal/v1/label-templates', { body }))
  void queryClient.invalidateQueries({ queryKey, exact: true })
  return data
}

export async function saveTemplate(id: number, body: Draft): Promise<Template> {
  const path = '/internal/v1/label-templates/{label_template}'
  const { data } = await dataOf(api.PATCH(path, { params: pathOf(id), body }))
  queryClient.setQueryData([...queryKey, id], data)
  void queryClient.invalidateQueries({ queryKey, exact: true })
  return data
}

export async function deleteTemplate(id: number): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/label-templates/{label_template}', { params: pathOf(id) }))
  queryClient.removeQueries({ queryKey: [...queryKey, id] })
  await queryClient.invalidateQueries({ queryKey, exact: true })
}
