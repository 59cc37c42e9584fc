import { catalogOf } from '../../base/messages'

/** Doubts about the time of the machine. A key with "_wait" is for a doubt that ends by itself. */
export const clockMessages = catalogOf({
  'clock.ahead':
    'The machine time {machine_at} is far ahead of {believed_at}, the newest accepted time: no data is deleted because of its age until an owner of the installation confirms the time',
  'clock.ahead_wait':
    'The machine time {machine_at} is far ahead of {believed_at}, the newest accepted time: no data is deleted because of its age until an owner of the installation confirms the time, or until the service has run for another {remaining_seconds}',
  'clock.behind':
    'The machine time {machine_at} is far behind {believed_at}, the newest accepted time: no data is deleted because of its age until an owner of the installation confirms the time',
  'clock.behind_wait':
    'The machine time {machine_at} is far behind {believed_at}, the newest accepted time: no data is deleted because of its age until an owner of the installation confirms the time, or until the service has run for another {remaining_seconds}',
  'clock.accepted': 'The machine time is already accepted',
  'clock.changed': 'The clock of the machine has changed since this time was shown; read it again',
})
