import { IconCheck } from '@tabler/icons-react'
import { t } from '../../languages/messages'

/** What a swipe does, beside the row that the finger moves. */
export const SwipeLabel = () => (
  <span className="swipe-label" aria-hidden>
    <IconCheck size={18} /> {t('Acknowledge')}
  </span>
)
