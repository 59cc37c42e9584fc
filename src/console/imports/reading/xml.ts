import { Parser } from 'saxen'
import { damaged, WorkbookProblem } from './workbook-problem'

/** Reads the XML of workbooks. Entities are never loaded, and a document that declares some is not read. */

type Attributes = Readonly<Record<string, string>>

interface Handlers {
  /** Names are without their prefix. */
  readonly open: (name: string, attributes: Attributes, stop: () => void) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export function readXml(xml: string, { open, close, text }: Handlers): void {
  const parser = new Parser()
  let problem: Error | undefined
  let isStopped = false
  /** The parser does not pass on what a handler throws. */
  const stopWith = (error: Error): void => {
    problem ??= error
    parser.stop()
  }
  const guarded = (work: () => void): void => {
    try {
      if (!isStopped) work()
    } catch (error) {
      stopWith(error as Error)
    }
  }
  const stop = (): void => {
    isStopped = true
    parser.stop()
  }
  parser.on('openTag', (name, attributesOf, decode) =>
    guarded(() => {
      const attributes = Object.entries(attributesOf()).map(
        ([key, value]) => [localName(key), decode(value)] as const,
      )
      open(localName(name), Object.fromEntries(attributes), stop)
    }),
  )
  parser.on('closeTag', (name) => guarded(() => close?.(localName(name))))
  parser.on('text', (value, decode) => guarded(() => text?.(decode(value))))
  parser.on('cdata', (value) => guarded(() => text?.(value)))
  parser.on('attention', (value) => {
    if (/^<!DOCTYPE/i.test(value)) stopWith(new WorkbookProblem('entities'))
  })
  parser.on('error', (error) => stopWith(error))
  const failure = parser.parse(xml)
  if (problem) throw problem instanceof WorkbookProblem ? problem : damaged()
  if (failure && !isStopped) throw damaged()
}
