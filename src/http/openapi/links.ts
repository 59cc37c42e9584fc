import type { Link } from '../endpoint'

/**
 * The links in the document: from a response that created a resource to the operations on it (OpenAPI, Link Object).
 */

const createdId = '$response.body#/data/id'

/** Returns links to operations that take the new id as `parameter`. `operations` are descriptions by operationId. */
export const linksTo = (parameter: string, operations: Readonly<Record<string, string>>): Link[] =>
  Object.entries(operations).map(([operationId, description]) => ({
    operationId,
    description,
    parameters: { [parameter]: createdId },
  }))

/** Returns the link from a new tag to the operation that removes it from its asset or location. */
export const linkToDetach = (operationId: string, owner: 'asset_id' | 'location_id'): Link => ({
  operationId,
  description: 'Remove the tag.',
  parameters: { [owner]: `$request.path.${owner}`, tag_id: createdId },
})

/** Returns the links by the operationId of their target, as in the document. */
export const namedLinks = (links: readonly Link[]): Record<string, Link> =>
  Object.fromEntries(links.map((link) => [link.operationId, link]))
