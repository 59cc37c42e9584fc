/** An asset of the demo. */
export interface DemoAsset {
  readonly name: string
  readonly tag: { readonly tag_type: 'rfid' | 'ble'; readonly value: string }
  readonly kind: 'moving' | 'cold' | 'lost' | 'unread' | 'box'
  /** Where it is when the demo begins; undefined when no reader has read it. */
  readonly location: string | undefined
}
