import { Suspense } from 'react'
import { useStore } from '../api/store'
import { lazily } from '../ui/lazily'
import { hasToasted, loadToasts } from '../ui/toasts'
import { Contained } from './contained'

const List = lazily(async () => {
  const { Notifications } = await loadToasts()
  return () => <Notifications position="bottom-right" autoClose={4000} className="toasts" />
})

/** Shows toasts. After a failure, the next toast shows the list. */
export const ToastList = () =>
  useStore(hasToasted) && (
    <Contained onError={() => hasToasted.set(false)}>
      <Suspense>
        <List />
      </Suspense>
    </Contained>
  )
