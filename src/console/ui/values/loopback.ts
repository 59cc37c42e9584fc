/** Whether the address of the console works only on this computer. */
export const isLoopback = (): boolean => /^(localhost|127\..*|\[::1\])$/.test(location.hostname)
