import { queryClient, type Schemas } from '../api/client'

export type Prefix = Schemas['Gs1Prefix']
export type Counter = Schemas['Gs1Counter']
/** What the dialog opens for: a counter, or any kind of number. */
export type Chosen = Counter | 'any'

export const prefixesKey = ['gs1-prefixes']

export const prefixesChanged = () => queryClient.invalidateQueries({ queryKey: prefixesKey })

export const pathOf = ({ id }: Prefix) => ({ path: { gs1_prefix: id } })
