import { readWorkbook, type Workbook } from './workbook'
import { type Reason, WorkbookProblem } from './workbook-problem'

/** Reads workbooks apart from the page, which a large one would block for seconds. */

export interface WorkbookRequest {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly recordsMax: number
  readonly chosen: string | undefined
}

export type WorkbookAnswer = { readonly workbook: Workbook } | { readonly reason: Reason }

self.onmessage = ({ data }: MessageEvent<WorkbookRequest>) => self.postMessage(answerTo(data))

function answerTo({ bytes, recordsMax, chosen }: WorkbookRequest): WorkbookAnswer {
  try {
    return { workbook: readWorkbook(bytes, recordsMax, chosen) }
  } catch (error) {
    if (!(error instanceof WorkbookProblem)) throw error
    return { reason: error.reason }
  }
}
