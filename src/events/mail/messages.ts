import { catalogOf } from '../../base/messages'

/** Sentences about mail. */
export const mailMessages = catalogOf({
  'mail.off': 'Mail is not set up. The administrator of the server sets smtp_url and mail_from',
  'mail.connection': 'The mail server {host} cannot be reached: {reason}',
  'mail.tls': 'The certificate of the mail server {host} is not accepted: {reason}',
  'mail.no_tls':
    'The mail server {host} does not offer TLS, so the password is not sent to it. Use smtps://, or a server with STARTTLS',
  'mail.login': 'The mail server {host} refuses the user name or the password: {reply}',
  'mail.sender': 'The mail server {host} refuses the sender {address}: {reply}',
  'mail.refused': 'The mail server {host} refuses the message: {reply}',
  'mail.protocol': 'The mail server {host} does not answer as an SMTP server: {reason}',
  'mail.late': 'The mail server {host} has not taken the message within {limit_seconds}',
  'mail.stopped': 'The service stopped',
  'mail.slow': 'The mail server {host} is slow: a message took {taken_seconds}',
  'mail.refused_connection': 'nothing listens on port {port}',
  'mail.unknown_host': 'the host name was not found',
  'mail.no_answer': 'it does not answer',
  'mail.closed': 'it closed the connection',
  'mail.expired': 'it has expired',
  'mail.other_host': 'it is of another host',
  'mail.untrusted': 'its authority is not trusted; name its file in WHEREABOUTS_CA',
  'mail.address': '{field} must be an e-mail address such as dock@example.com',
  'mail.gone': 'The user is not a member any more',
  'mail.not_needed': 'It was not needed any more: somebody had the alert, or it was closed',
})
