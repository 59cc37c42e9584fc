/**
 * Fails when work takes longer. The seconds are counted one by one, because time in which the device sleeps does not count.
 *
 * @param late returns the error
 */
export const inTime = <T>(work: Promise<T>, limitSeconds: number, late: () => Error): Promise<T> =>
  new Promise((resolve, reject) => {
    let seconds = 0
    const timer = setInterval(() => {
      if (++seconds < limitSeconds) return
      clearInterval(timer)
      reject(late())
    }, 1000)
    void work.then(resolve, reject).finally(() => clearInterval(timer))
  })
