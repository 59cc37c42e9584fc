/** States of printers, print jobs and labels (docs/labels.md). The database stores them as text. */

export const printerStates = [
  'unknown',
  'ready',
  'off',
  'paper_out',
  'ribbon_out',
  'head_open',
  'paused',
  'busy',
  'faulty',
] as const
export type PrinterState = (typeof printerStates)[number]

export const jobStates = ['waiting', 'printing', 'paused', 'stopped', 'done', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const labelStates = ['queued', 'sent', 'verified', 'live', 'void'] as const
export type LabelState = (typeof labelStates)[number]
