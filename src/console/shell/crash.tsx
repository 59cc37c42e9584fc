import { Alert, Button, Group, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface CrashState {
  readonly error: Error | null
}

/** Keeps what goes wrong on a page from taking the rest of the console with it: a bug, or a script that did not come. */
export class Crash extends Component<{ readonly children: ReactNode }, CrashState> {
  override state: CrashState = { error: null }

  static getDerivedStateFromError(error: Error): CrashState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Alert color="red" title="This page does not work" role="alert">
        <Group justify="space-between">
          <Text size="sm">{error.message}</Text>
          <Button variant="default" size="xs" onClick={() => location.reload()}>
            Load it again
          </Button>
        </Group>
      </Alert>
    )
  }
}
