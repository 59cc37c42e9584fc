import { catalogOf } from '../../base/messages'

/** Why an asset moved. A key with "_unknown" is for a previous location whose name is not known. */
export const moveMessages = catalogOf({
  'move.first': 'First read of the asset',
  'move.stronger': '{here} at {here_dbm}, {there} at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_at_once': '{here} at {here_dbm}, {there} at {there_dbm}; stronger in the first read',
  'move.stronger_at_once_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger in the first read',
  'move.carried': 'Carried for {carried_seconds}; {here} at {here_dbm}, {there} at {there_dbm}',
  'move.carried_unknown':
    'Carried for {carried_seconds}; {here} at {here_dbm}, the previous location at {there_dbm}',
  'move.more_often': 'Read more often at {here} than at {there} for {lead_seconds}',
  'move.more_often_unknown': 'Read more often at {here} than at the previous location for {lead_seconds}',
  'move.stronger_signal': 'Stronger signal at {here} than at {there}',
  'move.stronger_signal_unknown': 'Stronger signal at {here} than at the previous location',
  'move.silent_usual':
    'Read at {here}; not read at {there} for {silent_seconds} (usually every {pause_seconds})',
  'move.silent_usual_unknown':
    'Read at {here}; not read at the previous location for {silent_seconds} (usually every {pause_seconds})',
  'move.silent': 'Read at {here}; not read at {there} for {silent_seconds}',
  'move.silent_unknown': 'Read at {here}; not read at the previous location for {silent_seconds}',
  'move.gone': 'Read at {here}; no longer read at {there}',
  'move.gone_unknown': 'Read at {here}; no longer read at the previous location',
  'move.matches': 'Its signals match what was taught of {here} better than {there} for {lead_seconds}',
  'move.matches_unknown':
    'Its signals match what was taught of {here} better than the previous location for {lead_seconds}',
  'move.returned': 'Read at {here} again after a pause',
  'move.scanned': 'Scanned at {here}',
  'move.resumed': 'Still read at {here} after a scan elsewhere',
  'move.late': 'Reported late, after the reader reconnected',
  'moves.too_long': 'from and to must be at most {max} days apart',
})

/** Why an asset cannot be found by signal. */
export const findMessages = catalogOf({
  'find.no_radio_tag':
    'The asset has no RFID or BLE tag, so that no reader can hear it. Attach a tag to find it by signal',
})
