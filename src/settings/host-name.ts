import { isIP } from 'node:net'

const hostPattern =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

export const isHostName = (text: string): boolean => isIP(text) === 0 && hostPattern.test(text)
