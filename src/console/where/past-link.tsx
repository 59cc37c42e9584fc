import { IconHistory } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/link'

/** Leads to the same assets in the past. */
export const PastLink = ({ params }: { readonly params: URLSearchParams }) => (
  <LinkButton
    href={params.size === 0 ? '/time-travel' : `/time-travel?${params.toString()}`}
    variant="default"
    leftSection={<IconHistory size={16} aria-hidden />}
  >
    {t('Go back in time')}
  </LinkButton>
)
