import type { NotificationData } from '@mantine/notifications'
import { createStore } from '../api/store'
import { messageOf } from '../api/errors'
import { t } from '../languages/messages'

const closeButtonProps = { 'aria-label': t('Close') }

/** Toasts are not part of the first script. */
export const loadToasts = () => import('@mantine/notifications')

/** Whether a toast was shown. The list of toasts is shown then. */
export const hasToasted = createStore(false)

/** Shows a toast. Returns the function that hides it. */
export async function toast(data: NotificationData): Promise<() => void> {
  const { notifications } = await loadToasts()
  hasToasted.set(true)
  const id = notifications.show({ closeButtonProps, ...data })
  return () => notifications.hide(id)
}

export const toastDone = (message: string): void => void toast({ message, color: 'teal' })

export const toastProblem = (error: unknown): void =>
  void toast({
    title: t('Something went wrong'),
    message: messageOf(error),
    color: 'red',
    autoClose: 8000,
  })
