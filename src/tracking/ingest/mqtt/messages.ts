import { catalogOf } from '../../../base/messages'

/** Problems of the external broker. */
export const brokerMessages = catalogOf({
  'broker.not_connected': 'The external MQTT broker {broker} is not connected ({reason})',
  'broker.refused_topics':
    'The external MQTT broker {broker} refuses topics of readers, whose messages therefore do not arrive (refused: {count}). The log names the topics',
})
