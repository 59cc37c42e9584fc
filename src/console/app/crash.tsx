import { Alert, Button, Group, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { connection } from '../api/connection'
import { t } from '../languages/messages'
import { NotLoaded } from '../ui/pages/lazily'

interface CrashState {
  readonly error: Error | null
}

/** Confines an error to its page, so that the rest of the console keeps working: a bug, or a script that did not load. */
export class Crash extends Component<{ readonly children: ReactNode }, CrashState> {
  override state: CrashState = { error: null }
  #unsubscribe: (() => void) | undefined

  static getDerivedStateFromError(error: Error): CrashState {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof NotLoaded) error.allowRetry()
  }

  override componentDidMount(): void {
    this.#unsubscribe = connection.subscribe(() => {
      if (connection.get() === 'good' && this.state.error instanceof NotLoaded) this.#retry()
    })
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.()
  }

  #retry = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const isNotLoaded = error instanceof NotLoaded
    return (
      <Alert
        color="red"
        title={isNotLoaded ? t("This page couldn't be loaded") : t('Something went wrong on this page')}
        role="alert"
      >
        <Group justify="space-between">
          <Text size="sm">{error.message}</Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => (isNotLoaded ? this.#retry() : location.reload())}
          >
            {isNotLoaded ? t('Try again') : t('Reload page')}
          </Button>
        </Group>
      </Alert>
    )
  }
}
