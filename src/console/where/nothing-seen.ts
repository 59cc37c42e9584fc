import { t } from '../languages/messages'

export const nothingSeen = t(
  'No asset has been seen yet. Assets appear here as soon as a reader reads one of their tags.',
)
