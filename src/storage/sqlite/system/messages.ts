import { catalogOf } from '../../../base/messages'

/** Problems of the database file. */
export const diskMessages = catalogOf({
  'disk.locked': 'The database is locked by another process',
  'disk.full': 'The disk is full',
  'disk.unwritable': 'The database cannot be written',
})
