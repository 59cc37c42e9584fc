import { type Base, feature } from '../../http/feature'
import { readCertificates } from '../../settings/certificates'
import type { Settings } from '../../settings/table'
import type { Outbox } from '../alerts/telling/outbox'
import { mailRoutes } from './routes'
import { MailSender } from './sender'
import { createMailService } from './service'
import type { Letterhead } from './compose'
import { createSendMail, type SendMail } from './transport'

interface Needs extends Base {
  readonly settings: Settings
  readonly installationId: string
  readonly outbox: Outbox
}

/** How mail is sent. */
export interface MailServer {
  /** Null when mail is not set up. */
  readonly send: SendMail | null
  /** Name of the server, for messages. */
  readonly host: string
  readonly letterhead: Pick<Letterhead, 'publicUrl' | 'idDomain'>
}

export const mail = feature({
  name: 'mail',
  create({ store, settings, installationId, outbox, now }: Needs) {
    const { smtpUrl: url, smtpPassword: password, mailFrom: from, publicUrl, ca } = settings
    const certificates = ca === undefined ? undefined : readCertificates(ca, 'ca')
    const send = url && from ? createSendMail({ url, password, from }, certificates) : null
    const domain = from?.address.split('@').at(-1) ?? 'whereabouts.invalid'
    const letterhead = { publicUrl, idDomain: `${installationId}.${domain}` }
    const mailServer: MailServer = { send, host: url?.host ?? '', letterhead }
    const mailSender = new MailSender({ store, ...mailServer, now })
    outbox.add(
      'mail',
      (at) => mailSender.round(at),
      () => mailSender.inProgress,
    )
    return {
      mailServer,
      mailSender,
      mail: createMailService({ store, send, from: from?.address ?? null, letterhead, now }),
    }
  },
  routes: (services) => mailRoutes(services.mail),
  start: (services) => ({
    stop() {
      services.mailSender.stop()
      services.mail.stop()
    },
  }),
})
