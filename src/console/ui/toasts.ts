import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/errors'
import { t } from '../languages/messages'

const closeButtonProps = { 'aria-label': t('Close') }

export const toastDone = (message: string): void =>
  void notifications.show({ message, color: 'teal', closeButtonProps })

export const toastProblem = (error: unknown): void =>
  void notifications.show({
    title: t('Something went wrong'),
    message: messageOf(error),
    color: 'red',
    autoClose: 8000,
    closeButtonProps,
  })
