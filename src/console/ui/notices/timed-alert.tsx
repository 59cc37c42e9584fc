import { Alert, type AlertProps } from '@mantine/core'

interface TimedAlertProps extends Omit<AlertProps, 'role'> {
  readonly title: string
}

/**
 * An alert whose content contains a time. Only the title is an alert for screen readers, which would read the content again
 * each time that it changes.
 */
export const TimedAlert = ({ title, ...alert }: TimedAlertProps) => (
  <Alert {...alert} role="group" title={<span role="alert">{title}</span>} />
)
