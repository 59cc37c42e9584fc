/**
 * Runs a shell command when this process has ended, however it ended. The shell waits for the end of its standard input, which
 * the system closes. It has its own process group, and ignores the SIGTERM that `bun test` sends to all children after a
 * timeout.
 * @param words the values of $1, $2 and so on in the command
 * @returns a function that ends the wait, so that the command does not run
 */
export function whenEnded(command: string, words: readonly string[], cwd = '/'): () => void {
  const waiting = Bun.spawn(['sh', '-c', `trap '' TERM; cat; ${command}`, 'sh', ...words], {
    cwd,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  waiting.unref()
  return () => {
    // The group contains the shell and `cat`.
    if (waiting.exitCode === null && waiting.signalCode === null) process.kill(-waiting.pid, 'SIGKILL')
  }
}
