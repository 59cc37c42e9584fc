import { t } from '../languages/messages'

/** How current the page is. */
export const Liveness = ({ isLive }: { readonly isLive: boolean }) =>
  isLive ? (
    <span className="live">
      <span className="state-dot" data-state="moved" aria-hidden />
      {t('Live')}
    </span>
  ) : (
    t('Updates every few seconds')
  )
