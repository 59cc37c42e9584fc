import { catalogOf } from '../../../base/messages'

/** Problems of the external broker. */
export const brokerMessages = catalogOf({
  'broker.not_connected': 'The external MQTT broker {broker} is not connected ({reason})',
  'broker.refused_topics':
    'The external MQTT broker {broker} refuses topics of readers, so their messages do not arrive from it: {count}. The log names them',
})
