import type { Message } from '../base/messages'
import { type AppError, type FieldError, fieldsMax, invalid } from '../base/errors'

/** The problems of a request: the first problems in full, and the number of all problems. */
export class Problems {
  readonly built: FieldError[] = []
  count = 0

  /** Counts a problem. It calls `build` only for the first problems. */
  add(build: () => FieldError): void {
    this.count++
    if (this.built.length < fieldsMax) this.built.push(build())
  }

  /** Whether some problems are only counted. */
  get isTruncated(): boolean {
    return this.count > this.built.length
  }

  toError(): AppError {
    return invalid(this.built, this.count)
  }
}

/** A field error in a response of the public API. */
export const toFieldView = (error: FieldError) => ({ ...error, message: error.message.english })

/** A field error in a response of the private API, with what the console needs to translate it. */
export const toFieldText = <E extends { readonly message: Message }>(error: E) => ({
  ...error,
  message: error.message.english,
  text: error.message.text,
})
