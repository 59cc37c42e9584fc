import { createElement, Fragment, type ReactNode } from 'react'
import { formatOf, textOf } from './messages'

/** Returns a message with values that are elements: `rich('Last read {time}', { time: <Time at={at} /> })`. */
export function rich(message: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = formatOf(textOf(message)).format<ReactNode>(values)
  return Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts
}
