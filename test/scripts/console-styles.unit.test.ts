import { expect, test } from 'bun:test'
import { physical } from '../../scripts/console-styles'

test.each([
  ['a { padding-inline-start: 1px }', 'a { padding-left: 1px }'],
  ['a{inset-inline-end:0}', 'a{right:0}'],
  ['a { border-inline-start-width: 2px }', 'a { border-left-width: 2px }'],
  ['a { margin-inline: 1px 2px }', 'a { margin-left: 1px; margin-right: 2px }'],
  [
    'a { padding-inline: calc(1px * (2 + 3)); color: red }',
    'a { padding-left: calc(1px * (2 + 3)); padding-right: calc(1px * (2 + 3)); color: red }',
  ],
  [
    'a { padding-inline: var(--a, 1px) calc(2px + 3px)}',
    'a { padding-left: var(--a, 1px); padding-right: calc(2px + 3px)}',
  ],
  ['a { border-inline: 1px solid red }', 'a { border-left: 1px solid red; border-right: 1px solid red }'],
  ['a { border-start-end-radius: 4px }', 'a { border-top-right-radius: 4px }'],
  ['a { border-end-start-radius: 4px }', 'a { border-bottom-left-radius: 4px }'],
  ['a { text-align: end; }', 'a { text-align: right; }'],
  ['a { transition: inset-inline-start 150ms }', 'a { transition: left 150ms }'],
  ['a { --input-padding-inline-end: 1px }', 'a { --input-padding-inline-end: 1px }'],
  ['a { margin-block: 1px; display: inline-block }', 'a { margin-block: 1px; display: inline-block }'],
])('%p is written as %p', (logical, expected) => {
  expect(physical(logical)).toBe(expected)
})
