/** Shows the progress of a command: on a terminal in one line that is rewritten, otherwise in new lines or not at all. */
export class StatusLine {
  private readonly timer: NodeJS.Timeout | undefined

  /** The intervals are in milliseconds. Without `elsewhere`, nothing is shown when the stream is not a terminal. */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly text: () => string,
    intervals: { readonly terminal: number; readonly elsewhere?: number },
  ) {
    const interval = stream.isTTY ? intervals.terminal : intervals.elsewhere
    if (interval !== undefined) this.timer = setInterval(() => this.draw(), interval)
  }

  /** Writes a separate line that is not rewritten. */
  note(text: string): void {
    this.erase()
    this.stream.write(`${text}\n`)
  }

  stop(): void {
    clearInterval(this.timer)
    this.erase()
  }

  private draw(): void {
    this.erase()
    this.stream.write(this.stream.isTTY ? this.text() : `${this.text()}\n`)
  }

  private erase(): void {
    if (this.stream.isTTY) this.stream.write('\r\u001b[K')
  }
}
