import { catalogOf } from '../../../base/messages'

/** Problems of the external broker. */
export const brokerMessages = catalogOf({
  'broker.not_connected': 'The external MQTT broker {broker} is not connected ({reason})',
})
