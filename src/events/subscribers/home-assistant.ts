import { whereaboutsTopic } from './topics'
import type { Message } from './messages'

/**
 * MQTT discovery of Home Assistant: a sensor for each asset, whose state is the key of its location
 * (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).
 */

const topicOf = (slug: string, assetId: number): string =>
  `homeassistant/sensor/whereabouts_${slug}_${assetId}/config`

export const discoveryMessage = (slug: string, assetId: number, key: string): Message => ({
  topic: topicOf(slug, assetId),
  payload: JSON.stringify({
    name: key,
    unique_id: `whereabouts_${slug}_${assetId}`,
    state_topic: whereaboutsTopic(slug, key),
    value_template: '{{ value_json.location_external_key }}',
    json_attributes_topic: whereaboutsTopic(slug, key),
    icon: 'mdi:map-marker',
    device: {
      identifiers: [`whereabouts_${slug}`],
      name: `Whereabouts ${slug}`,
      manufacturer: 'Whereabouts',
    },
  }),
})

export const discoveryRemoval = (slug: string, assetId: number): Message => ({
  topic: topicOf(slug, assetId),
  payload: '',
})
