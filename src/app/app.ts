import { cors } from '@elysiajs/cors'
import type { AnyElysia } from 'elysia'
import type { Authority } from '../base/key-pair'
import type { Metrics } from '../base/metrics'
import type { MaybePromise } from '../base/turns/maybe-promise'
import { createApplication, createFeature } from '../http/application'
import type { Endpoint } from '../http/endpoint'
import type { Guard } from '../http/guard'
import { createHealthRoutes, type Health } from '../http/health'
import { documented } from '../http/openapi/operation'
import { createOpenApi } from '../http/openapi/plugin'
import type { PipelineParts } from '../http/pipeline'
import { createConsoleRoutes } from '../http/static/console'
import { originOf, pathOf } from '../http/url'
import type { Routes } from './compose'
import { features } from './features'

export interface AppParts extends Omit<PipelineParts, 'showsBudget'> {
  readonly guard: Guard
  readonly health: Health
  /** Null when the settings turn /metrics off. */
  readonly metrics: Metrics | null
  /** The installation's own CA, for devices to trust; null if there is none. */
  readonly authority: Authority | null
  /** @elysiajs/jwt, which signs and verifies the tokens. */
  readonly jwt: AnyElysia
}

/** The public API (docs/api.md). Only its endpoints are in the OpenAPI document. */
const isPublic = ({ path }: Endpoint): boolean => path.startsWith('/api/')
const isPrivate = (endpoint: Endpoint): boolean => !isPublic(endpoint)

/** The endpoints of all features, to describe or check them. */
const endpoints = (): Endpoint[] => features.describe().flatMap((each) => each.endpoints)
export const publicEndpoints = (): Endpoint[] => endpoints().filter(isPublic)
export const privateEndpoints = (): Endpoint[] => endpoints().filter(isPrivate)

const corsMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
const corsHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-Request-Id',
  'Last-Event-ID',
  'GS1-EPC-Format',
]
const exposedHeaders =
  'Deprecation, ETag, Event-Sequence, GS1-CBV-Version, GS1-EPC-Format, GS1-EPCIS-Version, Idempotent-Replayed, Link, Location, Retry-After, Sunset, WWW-Authenticate, X-Request-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy'

/** The headers with which every response of the public API is open to other origins (docs/api.md, CORS). */
const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': corsMethods.join(', '),
  'access-control-allow-headers': corsHeaders.join(', '),
  'access-control-expose-headers': exposedHeaders,
  'access-control-max-age': '3600',
}

/**
 * Creates the application that responds to preflight requests. It is separate, because the plugin makes Elysia wait for a
 * promise in each request, and sets `Vary: *`, which would prevent the caching of other responses.
 */
const createPreflightApp = (parts: PipelineParts): AnyElysia =>
  createApplication(parts)
    .use(
      cors({
        origin: '*',
        methods: corsMethods,
        allowedHeaders: corsHeaders,
        exposeHeaders: exposedHeaders,
        credentials: false,
        maxAge: 3600,
      }),
    )
    .headers(crossOriginHeaders)

/** Creates the public API with its document and the page that shows it, open to other origins. */
export function createPublicApp(
  routes: readonly Routes[],
  parts: Omit<PipelineParts, 'showsBudget'> & Pick<AppParts, 'jwt'>,
  openApi: AnyElysia,
): AnyElysia {
  return createApplication({ ...parts, showsBudget: true })
    .headers(crossOriginHeaders)
    .use(parts.jwt)
    .use(pluginsOf(routes, isPublic, { ...parts, showsBudget: true, detailOf: documented }))
    .use(openApi)
}

/** Creates the console, its private endpoints, health and metrics. Other origins cannot read the responses. */
const createPrivateApp = (routes: readonly Routes[], parts: AppParts): AnyElysia =>
  createApplication({ ...parts, showsBudget: false })
    .use(parts.jwt)
    .use(
      pluginsOf(routes, isPrivate, {
        ...parts,
        showsBudget: false,
        detailOf: () => ({ hide: true }),
      }),
    )
    .use(createHealthRoutes(parts.health, parts.metrics))
    .use(createConsoleRoutes(parts.authority))

/** Each feature is mounted as an Elysia plugin with its name. */
const pluginsOf = (
  routes: readonly Routes[],
  isOf: (endpoint: Endpoint) => boolean,
  parts: Parameters<typeof createFeature>[2],
): AnyElysia[] => routes.map(({ name, endpoints: all }) => createFeature(name, all.filter(isOf), parts))

/** Creates the two HTTP applications. Only the public one is open to other origins. */
export async function createApp(
  routes: readonly Routes[],
  parts: AppParts,
): Promise<{ readonly fetch: (request: Request) => MaybePromise<Response> }> {
  const { plugin: openApi, prepare } = createOpenApi((request) => originOf(request, parts.isSecure(request)))
  const publicApp = createPublicApp(routes, parts, openApi)
  await prepare(publicApp)
  const privateApp = createPrivateApp(routes, parts)
  const preflightApp = createPreflightApp({ ...parts, showsBudget: true })
  const appOf = (request: Request): AnyElysia => {
    if (!/^\/(api\/|openapi\.|docs(\/|$))/.test(pathOf(request))) return privateApp
    return request.method === 'OPTIONS' ? preflightApp : publicApp
  }
  return { fetch: (request) => parts.admission.admit(request, () => appOf(request).fetch(request)) }
}
