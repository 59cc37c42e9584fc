import type { Schemas } from '../api/client'
import { t } from '../languages/messages'

type Matched = Schemas['SearchResult']['locations'][number]['matched']

export const matchedText = (matched: Matched): string =>
  matched.map(({ field, value }) => `${fieldNames[field]} ${value}`).join(', ')

const fieldNames = { external_key: t('key'), tag: t('tag'), description: t('description') }
