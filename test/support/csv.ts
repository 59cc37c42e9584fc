import { decode, guessEncoding } from '../../src/console/imports/reading/encodings'

/** Returns the text of a file as the import of the console reads it. */
export const textOf = (bytes: Uint8Array): string => decode(bytes, guessEncoding(bytes).encoding)
