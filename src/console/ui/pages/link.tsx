import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { discarding } from '../notices/unsaved'

interface Target {
  /** Path within the console: "/assets". */
  readonly href: string
  readonly children: ReactNode
}

/** A link to another page of the console. */
export function PageLink({ href, children, ...anchor }: Target & AnchorProps) {
  return (
    <Anchor {...anchor} renderRoot={(props) => <Link {...props} href={href} />}>
      {children}
    </Anchor>
  )
}

type LinkButtonProps = Target &
  Omit<ButtonProps, 'children'> & {
    /** Whether the link discards the text of a form without asking, such as "Cancel". */
    readonly discards?: boolean
  }

/** A link to another page of the console that looks like a button. */
export function LinkButton({ href, children, discards = false, ...button }: LinkButtonProps) {
  const state = discards ? discarding : undefined
  return (
    <Button {...button} renderRoot={(props) => <Link {...props} href={href} state={state} />}>
      {children}
    </Button>
  )
}
