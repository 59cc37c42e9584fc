import { Component, type ReactNode } from 'react'
import { NotLoaded } from '../ui/pages/lazily'

interface ContainedProps {
  readonly children: ReactNode
  /** Called after an error, when nothing is shown. Mount the component again to make another attempt. */
  readonly onError: (error: Error) => void
}

/** Keeps an error of something that is not part of a page, such as a dialog, from replacing the page. */
export class Contained extends Component<ContainedProps, { readonly isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError(): { readonly isFailed: boolean } {
    return { isFailed: true }
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof NotLoaded) error.allowRetry()
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.isFailed ? null : this.props.children
  }
}
