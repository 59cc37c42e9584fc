import { Alert, Button, Group, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { connection } from '../api/connection'

/** The script of a page did not come. */
export class NotLoaded extends Error {
  constructor(
    cause: unknown,
    /** Lets it be asked for again: not before it is shown that it failed, or React would ask for ever. */
    readonly forget: () => void,
  ) {
    super("The service can't be reached", { cause })
  }
}

interface CrashState {
  readonly error: Error | null
}

/** Keeps what goes wrong on a page from taking the rest of the console with it: a bug, or a script that did not come. */
export class Crash extends Component<{ readonly children: ReactNode }, CrashState> {
  override state: CrashState = { error: null }
  #unsubscribe: (() => void) | undefined

  static getDerivedStateFromError(error: Error): CrashState {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof NotLoaded) error.forget()
  }

  override componentDidMount(): void {
    this.#unsubscribe = connection.subscribe(() => {
      if (connection.get() === 'good' && this.state.error instanceof NotLoaded) this.#again()
    })
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.()
  }

  #again = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const isAway = error instanceof NotLoaded
    return (
      <Alert
        color="red"
        title={isAway ? 'This page could not be loaded' : 'This page does not work'}
        role="alert"
      >
        <Group justify="space-between">
          <Text size="sm">{error.message}</Text>
          <Button variant="default" size="xs" onClick={() => (isAway ? this.#again() : location.reload())}>
            {isAway ? 'Try again' : 'Load it again'}
          </Button>
        </Group>
      </Alert>
    )
  }
}
