import { lowerThreadPriority } from '../../base/turns/thread-priority'
import { rehearse, type RehearsalInput } from './rehearse'

/** The thread of a rehearsal. It computes one rehearsal. */

declare const self: Worker

lowerThreadPriority()
self.onmessage = ({ data }: MessageEvent<RehearsalInput>) => self.postMessage(rehearse(data))
