import { createElement, Fragment, type ReactNode } from 'react'
import { partsOf, textOf } from './messages'

/** Returns a message with values that are elements: `rich('Last read {time}', { time: <Time at={at} /> })`. */
export const rich = (message: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  createElement(Fragment, null, ...(partsOf(textOf(message), values) as ReactNode[]))
