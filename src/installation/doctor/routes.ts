import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { Diagnosis } from './schema'
import type { DoctorService } from './service'

// The results contain paths and addresses of the machine.
const access = { kind: 'owner' } as const
const path = '/internal/v1/installation/diagnosis'

/** The examination of the installation (docs/internal-api.md, Installation). */
export const doctorRoutes = (doctor: DoctorService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access,
    response: { status: 200, description: 'The last examination.', schema: itemOf(Diagnosis) },
    handle: async () => ok(await doctor.view()),
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    response: {
      status: 202,
      description: 'An examination is in progress; GET returns its result.',
      schema: itemOf(Diagnosis),
    },
    handle: async () => ({ status: 202, body: { data: await doctor.start() } }),
  }),
]
