import { Suspense } from 'react'
import { useStore } from '../api/store'
import { lazily } from '../ui/lazily'
import { hasToasted, loadToasts } from '../ui/toasts'

const List = lazily(async () => {
  const { Notifications } = await loadToasts()
  return () => <Notifications position="bottom-right" autoClose={4000} className="toasts" />
})

/** Shows toasts. */
export const ToastList = () =>
  useStore(hasToasted) && (
    <Suspense>
      <List />
    </Suspense>
  )
