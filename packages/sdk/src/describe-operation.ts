import type { EndpointDefinition } from '@parlance/contracts';
import type { OperationRow } from './operation.ts';

/** Returns the properties of an endpoint that the client needs at run time. */
export function describeOperation(endpoint: EndpointDefinition): OperationRow {
  const { id, method, path, access } = endpoint;
  const query = Object.keys(endpoint.query?.properties ?? {});
  return {
    id,
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(endpoint.body && { body: endpoint.bodyKind === undefined ? 'json' : 'stream' }),
    ...((access.kind === 'public' || access.kind === 'auth') && { access: access.kind }),
    ...(endpoint.idempotent && { idempotent: true }),
    ...(query.includes('cursor') && 'items' in endpoint.data && { rows: true }),
  };
}
