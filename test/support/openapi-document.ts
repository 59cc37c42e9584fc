import type { Program } from './program'

/** Returns the text of the served OpenAPI document with the server of the printed one: the address of the request is left out. */
export const withoutServer = (text: string, { http }: Pick<Program, 'http'>): string =>
  text.replace(`"url": "${http}"`, '"url": "/"').replace(`url: "${http}"`, 'url: /')
