import { catalogOf } from '../../../base/messages'

/** What is wrong with the connection to a reader. */
export const linkMessages = catalogOf({
  'llrp.unreachable': 'The reader cannot be reached at {address}: {reason}',
  'llrp.nothing_listens': 'nothing listens on the port',
  'llrp.no_route': 'no network leads there',
  'llrp.late': 'no reply within {seconds}',
  'llrp.unknown_host': 'the host name was not found',
  'llrp.network': 'the connection failed ({code})',
  'llrp.held': 'Another client is connected to the reader',
  'llrp.other_rospec': 'Another client has set up the reader (ROSpec {id} is active)',
  'llrp.connection_refused': 'The reader refuses the connection (status {status})',
  'llrp.no_greeting': 'What listens at {address} does not speak LLRP, or sent nothing within {seconds}',
  'llrp.bytes': 'The reader sent bytes that are not LLRP: {reason}',
  'llrp.cut': 'The reader closed the connection within a message',
  'llrp.closed': 'The reader closed the connection',
  'llrp.silent':
    'The reader sent nothing for {seconds}, although it should send a keepalive every {keepalive}',
  'llrp.no_response': 'The reader did not reply to {request} within {seconds}',
  'llrp.refused': 'The reader refused {request}: {reason}',
  'llrp.status': 'status {status}',
  'llrp.no_antennas': 'The reader has {count} antennas, and none of the mapped ports is one of them',
  'llrp.missing_antennas': 'The reader has {count} antennas, and these ports are mapped: {ports}',
  'llrp.other_device':
    'The reader at this address has the identification {found}; before, it was {known}. Confirm the address if it was replaced',
  'llrp.seconds': '{count} s',
})
