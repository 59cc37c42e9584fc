import type { NotificationData } from '@mantine/notifications'
import { createStore } from '../../api/store'
import { messageOf, OutcomeUnknown } from '../../api/errors'
import { t } from '../../languages/messages'

const closeButtonProps = { 'aria-label': t('Close') }

/** Toasts are not part of the first script. */
export const loadToasts = () => import('@mantine/notifications')

/** Whether a toast was shown. The list of toasts is shown then. */
export const hasToasted = createStore(false)

type Toast = NotificationData & { readonly color: string }

let latest: Toast | null = null

/** The message that is shown without the list, when the script of the list could not be loaded. */
export const soleToast = createStore<Toast | null>(null)

/** Shows the latest message without the list. The next toast loads the list again. */
export function showWithoutList(): void {
  hasToasted.set(false)
  soleToast.set(latest)
}

/** Shows a toast. Returns the function that hides it. */
export async function toast(data: Toast): Promise<() => void> {
  latest = data
  soleToast.set(null)
  try {
    const { notifications } = await loadToasts()
    hasToasted.set(true)
    const id = notifications.show({ closeButtonProps, ...data })
    return () => notifications.hide(id)
  } catch {
    // The user must learn what happened, even without a connection to the service.
    showWithoutList()
    return () => soleToast.set(null)
  }
}

export const toastDone = (message: string): void => void toast({ message, color: 'teal' })

/** Shows a warning until it is closed. */
export const toastWarning = (title: string, message: string): void =>
  void toast({ title, message, color: 'yellow', autoClose: false })

export function toastProblem(error: unknown): void {
  const isUnknown = error instanceof OutcomeUnknown
  void toast({
    title: isUnknown ? t('Not known whether it was stored') : t('Something went wrong'),
    message: messageOf(error),
    color: 'red',
    autoClose: isUnknown ? false : 8000,
  })
}
