/** The package has no types. These are the ones that the reader of workbooks uses. */
declare module 'saxen' {
  type Decode = (text: string) => string
  type Attributes = Readonly<Record<string, string>>
  export class Parser {
    on(event: 'openTag', handle: (name: string, attributes: () => Attributes, decode: Decode) => void): this
    on(event: 'closeTag', handle: (name: string) => void): this
    on(event: 'text', handle: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handle: (text: string) => void): this
    on(event: 'attention', handle: (text: string) => void): this
    on(event: 'error', handle: (error: Error) => void): this
    parse(xml: string): Error | undefined
    stop(): void
  }
}
