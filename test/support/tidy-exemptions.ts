/**
 * What tidy.test.ts exempts from the limits of functions, as `<path> <name>`. The lists may only become shorter: the test
 * fails when a function is over a limit and not listed, and when a listed one is not over the limit anymore.
 */

/** Functions of more than 60 lines, and factories of queries of more than 150. */
export const stillLong: readonly string[] = [
  'base/metrics.ts createMetrics',
  'console/imports/columns.ts fieldsOf',
  'console/plans/editor/use-drawing.ts useDrawing',
  'console/plans/editor/use-pointer.ts usePointer',
  'console/plans/use-zoom.ts useZoom',
  'console/ui/forms/use-api-form.tsx useApiForm',
  'console/ui/forms/use-edit-form.tsx useEditForm',
  'console/ui/lists/use-list.ts useList',
  'tracking/ingest/lines.ts createLines',
  'tracking/ingest/repeats.ts openRepeats',
]

/** Functions of more than four positional parameters. */
export const stillPositional: readonly string[] = [
  'console/api/errors.ts ApiError',
  'contract/check.ts checkObject',
  'events/event-log/service.ts #wait',
  'events/event-log/service.ts list',
  'inventory/assets/batch.ts stepOf',
  'inventory/assets/import-undo.ts undo',
  'inventory/assets/import.ts change',
  'inventory/assets/service.ts updateAsset',
  'inventory/locations/parent.ts requireValidParent',
  'inventory/locations/service.ts removeLocation',
  'inventory/records/records.ts rename',
  'inventory/tags/service.ts attachTag',
  'inventory/tags/service.ts detachTag',
  'people/providers/memberships.ts change',
  'people/providers/service.ts #createUser',
  'people/users/factor-use.ts useFactor',
  'people/users/organizations.ts createOrganization',
  'people/users/sessions.ts begin',
  'tracking/history/adopt.ts adoptHistory',
  'tracking/history/adopt.ts merge',
  'tracking/history/adopt.ts takeOver',
  'tracking/history/arrivals.ts recordArrivals',
  'tracking/history/record.ts append',
  'tracking/history/record.ts finish',
  'tracking/history/record.ts fold',
  'tracking/history/record.ts insert',
  'tracking/ingest/recent-times.ts add',
  'tracking/ingest/repeats.ts openRepeats',
  'tracking/scans/reads.ts classify',
  'tracking/scans/reads.ts toIdentified',
  'tracking/scans/service.ts #record',
  'tracking/tuning/sample.ts add',
  'tracking/tuning/seen-reads.ts add',
]
