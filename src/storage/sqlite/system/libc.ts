import { dlopen, type FFIFunction } from 'bun:ffi'

const names =
  process.platform === 'darwin'
    ? ['libSystem.B.dylib']
    : ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']

/**
 * Loads functions of the C library (bun:ffi).
 *
 * @throws Error when there is no C library, or when it lacks one of them
 */
export function loadLibc<const Functions extends Record<string, FFIFunction>>(functions: Functions) {
  for (const [index, name] of names.entries()) {
    try {
      return dlopen(name, functions).symbols
    } catch (error) {
      if (index === names.length - 1) throw error
    }
  }
  throw new Error('There is no C library.')
}
