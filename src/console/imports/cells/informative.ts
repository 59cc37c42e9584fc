/** The columns of exported files, and of files of rejected rows, that an import does not read. */

/** Whether a column of an exported file, or of a file of rejected rows, is only for information. */
export const isInformative = (head: string): boolean => exportedHeads.has(head) || isRejectionHead(head)
const exportedHeads: ReadonlySet<string> = new Set([
  'location_external_key',
  'location_name',
  'location_path',
  'last_seen',
  'deleted_at',
])

/** The columns for line and reason. An import ignores them, so the file can be fixed and imported without removing them. */
export const rejectionHeads = ['rejected_line', 'rejected_reason']
/** The names of these columns in files that version 0.2 saved. */
const formerRejectionHeads = ['refused_line', 'refused_because']

export const isRejectionHead = (head: string): boolean =>
  rejectionHeads.includes(head) || formerRejectionHeads.includes(head)
