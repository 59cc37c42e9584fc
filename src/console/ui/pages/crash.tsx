import { Alert, Button, Group, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { connection } from '../../api/connection'
import { t } from '../../languages/messages'
import { NotLoaded } from './lazily'

/** How long after a failure an optional part is loaded again, in milliseconds. */
const retryMs = 5000

interface CrashProps {
  readonly children: ReactNode
  /** An optional part is left out while its script can't be loaded. */
  readonly scope?: 'page' | 'part' | 'optional'
}

interface CrashState {
  readonly error: Error | null
}

/**
 * Confines an error to a page or to a part of it, so that the rest of the console keeps working: a bug, or a script that
 * did not load.
 */
export class Crash extends Component<CrashProps, CrashState> {
  override state: CrashState = { error: null }
  #unsubscribe: (() => void) | undefined
  #retrying: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: Error): CrashState {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    if (!(error instanceof NotLoaded)) return
    error.allowRetry()
    if (this.props.scope === 'optional') this.#retrying = setTimeout(this.#retry, retryMs)
  }

  override componentDidMount(): void {
    this.#unsubscribe = connection.subscribe(() => {
      if (connection.get() === 'good' && this.state.error instanceof NotLoaded) this.#retry()
    })
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.()
    clearTimeout(this.#retrying)
  }

  #retry = (): void => {
    clearTimeout(this.#retrying)
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    const { scope = 'page' } = this.props
    if (!error) return this.props.children
    const isNotLoaded = error instanceof NotLoaded
    if (isNotLoaded && scope === 'optional') return null
    const notLoaded = scope === 'page' ? t("This page couldn't be loaded") : t("This couldn't be loaded")
    return (
      <Alert
        color="red"
        title={isNotLoaded ? notLoaded : t('Something went wrong on this page')}
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
