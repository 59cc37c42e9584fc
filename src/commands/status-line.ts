/** A line that tells how far a command is: on a terminal written anew in place, elsewhere now and then, or never. */
export class StatusLine {
  private readonly timer: NodeJS.Timeout | undefined

  /** Both intervals are milliseconds. */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly text: () => string,
    intervals: { readonly terminal: number; readonly elsewhere?: number },
  ) {
    const interval = stream.isTTY ? intervals.terminal : intervals.elsewhere
    if (interval !== undefined) this.timer = setInterval(() => this.draw(), interval)
  }

  /** A line of its own, which stays. */
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
