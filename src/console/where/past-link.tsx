import { IconHistory } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { HeaderAction } from '../ui/pages/header-action'

/** Leads to the same assets in the past. */
export const PastLink = ({ params }: { readonly params: URLSearchParams }) => (
  <HeaderAction
    href={params.size === 0 ? '/time-travel' : `/time-travel?${params.toString()}`}
    icon={<IconHistory size={16} aria-hidden />}
  >
    {t('Go back in time')}
  </HeaderAction>
)
