/**
 * Returns an object with the properties of `base` and these in addition, each of which is made when it is first read. Preparing all
 * queries of a connection takes longer than the rest of a start, and a thread that reads needs few of them.
 */
export function withLazy<T extends object>(base: object, makers: Readonly<Record<string, () => unknown>>): T {
  const result = Object.defineProperties({}, Object.getOwnPropertyDescriptors(base))
  for (const [name, make] of Object.entries(makers)) {
    let made: { readonly value: unknown } | undefined
    Object.defineProperty(result, name, {
      enumerable: true,
      configurable: true,
      get: () => (made ??= { value: make() }).value,
    })
  }
  return result as T
}
