import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'

export type Printer = Schemas['Printer']

const queryKey = ['printers']
/** An organization has fewer printers than a page has rows. */
const listed = 200
const pollMs = 5000

export const pathOf = ({ id }: Pick<Printer, 'id'>) => ({ path: { printer: id } })

/** Fetches the label printers of the organization, the oldest first. */
export const usePrinters = () =>
  useQuery({
    queryKey,
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/printers', { params: { query: { limit: listed } } }))).data,
    refetchInterval: pollMs,
  })

export const usePrinter = (id: number) =>
  useQuery({
    queryKey: [...queryKey, id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/printers/{printer}', { params: pathOf({ id }) }))).data,
    refetchInterval: pollMs,
  })

export const printersChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

/** Returns what a printer has said last. */
export function stateText({ state, problem, problem_text: text }: Printer): string {
  if (problem !== null) return serverText(problem, text)
  return state === 'ready' ? t('Ready') : t('Not asked yet')
}
