import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface Target {
  /** Within the console: "/assets". */
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

/** The same, where going there is what the page is for. */
export function LinkButton({ href, children, ...button }: Target & ButtonProps) {
  return (
    <Button {...button} renderRoot={(props) => <Link {...props} href={href} />}>
      {children}
    </Button>
  )
}
