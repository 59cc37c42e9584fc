import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Output = Schemas['AlertOutput']

export const pathOf = ({ id }: Pick<Output, 'id'>) => ({ path: { output: id } })

/** Fetches the output whose id is in the URL. */
export function useOutput() {
  const id = Number(useParams()['id'])
  return useQuery({
    queryKey: ['alert-outputs', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/alert-outputs/{output}', { params: pathOf({ id }) }))).data,
  })
}

/** Fetches the outputs again, and what rules can tell. To be called after a change. */
export async function outputsChanged(): Promise<void> {
  await Promise.all(
    ['alert-outputs', 'alert-recipients'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}
