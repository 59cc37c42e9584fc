import { Alert } from '@mantine/core'
import { Suspense } from 'react'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { lazily } from '../ui/pages/lazily'
import { hasToasted, loadToasts, showWithoutList, soleToast } from '../ui/notices/toasts'
import { Contained } from './contained'

const List = lazily(async () => {
  const { Notifications } = await loadToasts()
  return () => <Notifications position="bottom-right" autoClose={4000} className="toasts" />
})

/** Shows toasts: in a list, or one at a time when the script of the list cannot be loaded. */
export function ToastList() {
  const isListed = useStore(hasToasted)
  return (
    <>
      {isListed && (
        <Contained onError={showWithoutList}>
          <Suspense>
            <List />
          </Suspense>
        </Contained>
      )}
      <SoleToast />
    </>
  )
}

/** Stays until the user closes it or the next toast replaces it. */
function SoleToast() {
  const toast = useStore(soleToast)
  return (
    toast && (
      <Alert
        className="toasts sole-toast"
        role="alert"
        variant="default"
        color={toast.color}
        title={toast.title}
        withCloseButton
        closeButtonLabel={t('Close')}
        onClose={() => soleToast.set(null)}
      >
        {toast.message}
      </Alert>
    )
  )
}
