/** Why a workbook cannot be read. The page has the texts. */
export type Reason = 'damaged' | 'entities' | 'too_large'

export class WorkbookProblem extends Error {
  constructor(readonly reason: Reason) {
    super(reason)
  }
}

export const damaged = (): WorkbookProblem => new WorkbookProblem('damaged')
