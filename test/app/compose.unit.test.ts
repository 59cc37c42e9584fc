import { describe, expect, test } from 'bun:test'
import { featuresOf } from '../../src/app/compose'
import { features } from '../../src/app/features'
import { endpoint, ok } from '../../src/http/endpoint'
import { feature } from '../../src/http/feature'

interface Parts {
  readonly step: number
}

const counter = feature({
  name: 'counter',
  create: ({ step }: Parts) => ({ count: (from: number) => from + step }),
})

const report = feature({
  name: 'report',
  create: ({ count }: { readonly count: (from: number) => number }) => ({ view: () => ({ next: count(1) }) }),
  routes: ({ view }) => [
    endpoint({
      method: 'GET',
      path: '/internal/v1/report',
      access: { kind: 'anyone' },
      response: { status: 200, description: 'A report.' },
      handle: async () => ok(view()),
    }),
  ],
})

const list = featuresOf<Parts>().and(counter).and(report)

describe('a list of features', () => {
  test('creates each feature with the services of those before it', () => {
    const { services, features: created } = list.create({ step: 2 })
    expect(services.view()).toEqual({ next: 3 })
    expect(created.map(({ routes }) => [routes.name, routes.endpoints.length])).toEqual([
      ['counter', 0],
      ['report', 1],
    ])
  })

  test('describes the endpoints without creating a service', () => {
    const created: string[] = []
    const strict = feature({
      name: 'strict',
      create: (parts: Parts) => {
        created.push('strict')
        return { strict: parts.step }
      },
    })
    const routes = featuresOf<Parts>().and(strict).and(counter).and(report).describe()
    expect(routes.flatMap(({ endpoints }) => endpoints.map(({ path }) => path))).toEqual([
      '/internal/v1/report',
    ])
    expect(created).toEqual([])
  })

  test('accepts only a feature whose needs are met, and only new names', () => {
    // @ts-expect-error nothing above creates count
    featuresOf<Parts>().and(report).and(counter)
    // @ts-expect-error count has another type
    featuresOf<{ readonly count: string }>().and(report)
    // @ts-expect-error counter is in the list already, so count has two meanings
    list.and(counter)
    // @ts-expect-error step is a part of the application
    list.and(feature({ name: 'step', create: (_parts: Parts) => ({ step: 3 }) }))
    // @ts-expect-error the list does not create this service
    expect(list.create({ step: 1 }).services.missing).toBeUndefined()
    // @ts-expect-error a part is missing
    list.create({})
  })
})

test('The features of the application have different names, and an endpoint belongs to one of them', () => {
  const described = features.describe()
  const names = described.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(new Set(names).size).toBe(names.length)
  const endpoints = described.flatMap((each) => each.endpoints.map(({ method, path }) => `${method} ${path}`))
  expect(new Set(endpoints).size).toBe(endpoints.length)
})
