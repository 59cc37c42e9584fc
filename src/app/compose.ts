import type { Endpoint } from '../http/endpoint'
import type { Deletion, Feature, Running } from '../http/feature'

/** The endpoints of a feature. */
export interface Routes {
  readonly name: string
  readonly endpoints: readonly Endpoint[]
}

/** A feature with its services. */
interface Created {
  readonly routes: Routes
  readonly start: (() => Running | Promise<Running>) | null
  readonly retention: ((deletion: Deletion) => Promise<void>) | null
}

/** Names that no feature before has created. A type of optional names alone would have to share one of them. */
type New<Services> = { readonly [Name in keyof Services]?: never } & { readonly [name: string]: unknown }

/** A list of features. What a feature needs and nothing before it creates is a type error in its line. */
interface Features<Parts extends object, Services extends object> {
  readonly and: <Creates extends New<Services>>(
    feature: Feature<Services, Creates>,
  ) => Features<Parts, Services & Creates>
  /** Creates the features in the order of the list. */
  readonly create: (parts: Parts) => { readonly services: Services; readonly features: readonly Created[] }
  /** Describes the endpoints without services. */
  readonly describe: () => readonly Routes[]
}

/** Begins a list of features with the parts that the application gives them. */
export const featuresOf = <Parts extends object>(): Features<Parts, Parts> =>
  listOf(
    (services) => ({ services, features: [] }),
    () => [],
  )

/**
 * Stands for the services in a description, which reads their functions and does not call them. It needs the cast because
 * the type of the services differs for each feature, and only a value of the type `never` has all of these types.
 */
const described = new Proxy({}, { get: () => ({}) }) as never

function listOf<Parts extends object, Services extends object>(
  create: Features<Parts, Services>['create'],
  describe: Features<Parts, Services>['describe'],
): Features<Parts, Services> {
  return {
    and: (feature) =>
      listOf(
        (parts) => {
          const before = create(parts)
          const services = { ...before.services, ...feature.create(before.services) }
          return { services, features: [...before.features, createdOf(feature, services)] }
        },
        () => [...describe(), { name: feature.name, endpoints: feature.routes?.(described) ?? [] }],
      ),
    create,
    describe,
  }
}

function createdOf<Needs extends object, Creates extends object>(
  { name, routes, start, retention }: Feature<Needs, Creates>,
  services: Needs & Creates,
): Created {
  return {
    routes: { name, endpoints: routes?.(services) ?? [] },
    start: start ? () => start(services) : null,
    retention: retention ? (deletion) => retention(services, deletion) : null,
  }
}
