import { type Base, feature } from '../../http/feature'
import type { ProviderService } from '../../people/providers/service'
import { doctorRoutes } from './routes'
import { createDoctorService } from './service'

interface Needs extends Base {
  readonly args: readonly string[]
  readonly providers: ProviderService
}

export const doctor = feature({
  name: 'doctor',
  create: ({ args, providers, log, now }: Needs) => ({
    doctor: createDoctorService(args, () => providers.problems(), now, log),
  }),
  routes: ({ doctor }) => doctorRoutes(doctor),
  start: ({ doctor }) => ({ stop: doctor.stop }),
})
