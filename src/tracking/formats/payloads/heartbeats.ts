import type { Fields } from './decoder'

/** Whether an entry of an Impinj application is a heartbeat. Its EPC is a placeholder of asterisks. */
export const isHeartbeat = ({ isHeartBeat, epc }: Fields): boolean =>
  isHeartBeat === true || (typeof epc === 'string' && /^\*+$/.test(epc))
