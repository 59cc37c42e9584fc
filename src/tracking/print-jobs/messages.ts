import { catalogOf } from '../../base/messages'

/** Sentences about print jobs and their labels. */
export const jobMessages = catalogOf({
  'job.not_found': 'Print job not found',
  'job.label_not_found': 'Label not found',
  'job.ended': 'The job is done or canceled; create a new one',
  'job.printer_deleted': 'The printer of the job was deleted; create a new job',
  'job.many_open': 'There are {max} print jobs already that are not finished; cancel one',
  'job.one_of': 'Either asset_ids or scope is required, and not both',
  'job.many_labels': 'A job has at most {max} labels',
  'job.no_labels': 'No asset is selected',
  'job.no_template': '{field} is not a label template of the organization',
  'job.no_printer': '{field} is not a printer of the organization',
  'job.no_reader': '{field} is not a reader of the organization',
  'job.no_rfid': 'The printer {name} does not write chips; choose another one, or leave out encode',
  'job.encode_role': 'Only managers and admins may print labels with new numbers',
  'job.printed_already': 'The label is printed again already, or is still to print',
  'job.being_printed': 'The label is being printed; wait for its result',
  'job.station_taken': '{name} is the station of another print job; take it from that job first',
  'job.station_ended': 'The job is done or canceled; a station proves labels of a job that prints',
  'job.station_no_numbers': 'The labels of the job have no new numbers, which a station could read',
  'job.station_handheld': '{name} is a handheld reader; choose a fixed one',
  // Why a label is void.
  'label_void.unknown':
    'The service does not know whether it was printed, because the connection or the service ended',
  'label_void.no_answer': 'The printer has not said what it printed',
  'label_void.unreadable': 'The printer could not read the chip back',
  'label_void.empty': 'The chip was empty when it was read back',
  'label_void.different': 'The chip answered with {epc}',
  'label_void.shifted': '{key} answered with the EPC of {other}',
  'label_void.rewritten': 'The chips of {key} and {other} are the same one',
  'label_void.two_chips': 'Two chips answer with its EPC',
  'label_void.tag_in_use': 'Another asset or location has the tag {epc} already',
  'label_void.asset_deleted': 'The asset was deleted',
  'label_void.printed_again': 'It was printed again',
  'label_void.nonsense': 'The printer has not answered in ZPL',
  'label_void.not_drawn': 'The label cannot be drawn: {reason}',
  // Why a job is stopped.
  'job.shifted':
    '{key} answered with the EPC of {other}. Both are void. Check the gap sensor of the printer, then go on',
  'job.rewritten':
    'The chips of {key} and {other} are the same one. Both are void. Check that the printer feeds labels, then go on',
  'job.void_in_a_row':
    '{count} labels one after another are void. Check the roll and the position of the antenna, then go on',
})
