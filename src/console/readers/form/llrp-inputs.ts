import type { AntennaInputs } from './antenna-fields'

/** The inputs of a reader to which the service connects. */
export type LlrpInputs = { address: string; takes_over: boolean; antennas: readonly AntennaInputs[] }
