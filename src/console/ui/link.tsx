import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

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

/** A link to another page of the console that looks like a button. */
export function LinkButton({ href, children, ...button }: Target & ButtonProps) {
  return (
    <Button {...button} renderRoot={(props) => <Link {...props} href={href} />}>
      {children}
    </Button>
  )
}
