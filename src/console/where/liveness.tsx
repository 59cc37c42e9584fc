import { t } from '../languages/messages'

/** Shows whether the page is updated live. */
export const Liveness = ({ isLive }: { readonly isLive: boolean }) =>
  isLive ? (
    <span className="live">
      <span className="state-dot" data-state="moved" aria-hidden />
      {t('Live')}
    </span>
  ) : (
    <span className="live">{t('Updates every few seconds')}</span>
  )
