import { catalogOf } from '../../base/messages'

/** Sentences about label printers. */
export const printerMessages = catalogOf({
  'printer.not_found': 'Printer not found',
  'printer.many': 'There are {max} printers already; delete one that is not used',
  'printer.host': '{field} must be a host name or an IP address, without a port',
  'printer.in_use': 'The printer has print jobs that are not finished; cancel them first',
  'printer.head_open': 'The print head is open; close it',
  'printer.paper_out': 'The printer has no labels; put in a roll',
  'printer.ribbon_out': 'The printer has no ribbon; put in a roll',
  'printer.paused': 'The printer is paused; press the pause button on it',
  'printer.busy': 'The printer is printing other labels',
  'printer.unreachable': 'The printer cannot be reached at {address}: {reason}',
  'printer.silent': 'The printer at {address} does not answer for {waited_seconds}',
  'printer.lost': 'The printer has closed the connection',
  'printer.nonsense': 'The printer answers something that is not ZPL: {reason}',
})
