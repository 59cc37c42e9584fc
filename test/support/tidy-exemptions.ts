/**
 * What tidy.test.ts exempts from the limits of functions, as `<path> <name>`. The lists may only become shorter: the test
 * fails when a function is over a limit and not listed, and when a listed one is not over the limit anymore.
 */

/** Functions of more than 60 lines, and factories of queries of more than 150. */
export const stillLong: readonly string[] = [
  'console/imports/columns.ts fieldsOf',
  'console/plans/editor/use-drawing.ts useDrawing',
  'console/plans/editor/use-pointer.ts usePointer',
  'console/plans/use-zoom.ts useZoom',
  'console/ui/forms/use-api-form.tsx useApiForm',
  'console/ui/forms/use-edit-form.tsx useEditForm',
  'console/ui/lists/use-list.ts useList',
]

/** Functions of more than four positional parameters. */
export const stillPositional: readonly string[] = []
