import { api, dataOf } from './client'

/** Files that the service makes. Their paths have their parameters, so that they are not in the types of the API. */

type Get = (
  path: string,
  init: object,
) => Promise<{ readonly data?: Blob; readonly error?: unknown; readonly response: Response }>

export const fetchFile = (path: string, accept: string): Promise<Blob> =>
  dataOf((api.GET as unknown as Get)(path, { parseAs: 'blob', headers: { accept } }))
