import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'

/** Whether mail about alerts can be sent. */

type MailState = Schemas['Mail']

const pollMs = 30_000

export const mailQuery = {
  queryKey: ['mail'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/mail'))).data,
  refetchInterval: pollMs,
}

export const useMail = () => useQuery(mailQuery)

/** Says in a sentence whether mail can be sent. */
export function mailText({ state, problem, text }: MailState): string {
  if (state === 'off') return t('Mail is not set up, so none is sent.')
  if (state === 'ok') return t('Mail can be sent.')
  return serverText(problem ?? '', text)
}
