import { type AppError, type FieldError, fieldsMax, invalid } from '../errors'

/** What is wrong with a request: the first problems in full, and the number of all. */
export class Problems {
  readonly built: FieldError[] = []
  count = 0

  /** Builds the problem only if it is among the first. */
  add(build: () => FieldError): void {
    this.count++
    if (this.built.length < fieldsMax) this.built.push(build())
  }

  /** Whether some problems are counted only. */
  get isTruncated(): boolean {
    return this.count > this.built.length
  }

  toError(): AppError {
    return invalid(this.built, this.count)
  }
}
