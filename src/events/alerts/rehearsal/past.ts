import type { Span } from '../conditions/conditions'
import type { Subject } from '../engine/outcome'

export interface SubjectSpans {
  readonly subject: Subject
  readonly spans: readonly Span[]
}

export interface Past {
  readonly subjects: readonly SubjectSpans[]
  readonly eventCount: number
}
