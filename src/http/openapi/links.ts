import type { Link } from '../endpoint'

/** Links of the document: from a response that created something to the operations on it (OpenAPI, Link Object). */

const createdId = '$response.body#/data/id'

/** To operations that take the new id as this parameter; descriptions by operationId. */
export const linksTo = (parameter: string, operations: Readonly<Record<string, string>>): Link[] =>
  Object.entries(operations).map(([operationId, description]) => ({
    operationId,
    description,
    parameters: { [parameter]: createdId },
  }))

/** From a new tag to its removal from its owner. */
export const linkToDetach = (operationId: string, owner: 'asset_id' | 'location_id'): Link => ({
  operationId,
  description: 'Remove the tag.',
  parameters: { [owner]: `$request.path.${owner}`, tag_id: createdId },
})

/** As the document names them: by the operation that each leads to. */
export const namedLinks = (links: readonly Link[]): Record<string, Link> =>
  Object.fromEntries(links.map((link) => [link.operationId, link]))
