import { type EndpointDefinition, isOptionalBody, LIMITS } from '@parlance/contracts';
import { FORMATS } from '@parlance/formats';
import type { TObject, TSchema } from 'typebox';
import { parameterRef, type SchemaGatherer } from './components.ts';
import type { MediaType, Parameter, Reference, RequestBody, Schema } from './document.ts';
import { exampleOf } from './sample.ts';

export function parametersOf(
  endpoint: EndpointDefinition,
  gatherer: SchemaGatherer,
): (Parameter | Reference)[] {
  return [
    ...partOf('path', endpoint.params, gatherer),
    ...partOf('query', endpoint.query, gatherer),
    ...headersOf(endpoint),
  ];
}

function partOf(
  place: 'path' | 'query',
  schema: TObject | undefined,
  gatherer: SchemaGatherer,
): Parameter[] {
  const required = new Set(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = gatherer.gather(property as TSchema);
    return {
      name,
      in: place,
      ...(required.has(name) ? { required: true } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
      ...(rest.type === 'array' ? { style: 'form' as const, explode: false } : {}),
    };
  });
}

function headersOf({ access, params, ...endpoint }: EndpointDefinition): Reference[] {
  const references: Reference[] = [];
  const hasOwner = access.kind === 'scopes' || access.kind === 'session';
  if (hasOwner && !('organizationId' in (params?.properties ?? {}))) {
    references.push(parameterRef('OrganizationId'));
  }
  if (endpoint.idempotent) references.push(parameterRef('IdempotencyKey'));
  if (endpoint.waits) references.push(parameterRef('Prefer'));
  if (endpoint.streams) references.push(parameterRef('LastEventId'));
  if (isConditional(endpoint)) references.push(parameterRef('IfNoneMatch'));
  return references;
}

export const isConditional = (
  endpoint: Pick<EndpointDefinition, 'method' | 'rawContentTypes' | 'conditional' | 'streams'>,
): boolean =>
  endpoint.method === 'GET' &&
  !endpoint.streams &&
  (endpoint.conditional === true || endpoint.rawContentTypes !== undefined);

export function requestBodyOf(
  endpoint: EndpointDefinition,
  gatherer: SchemaGatherer,
): RequestBody | undefined {
  if (!endpoint.body) return undefined;
  const limitBytes = endpoint.bodyLimitBytes ?? LIMITS.bodyBytes;
  const content = contentOf(endpoint, gatherer.gather(endpoint.body));
  if (endpoint.form) content['multipart/form-data'] = { schema: gatherer.gather(endpoint.form) };
  const json = content['application/json'];
  if (json) json.example = exampleOf(endpoint.id, json.schema, { schemas: gatherer.schemas() });
  return {
    required: !isOptionalBody(endpoint),
    description: describeLimit(endpoint, limitBytes),
    content,
    'x-body-limit': limitBytes,
  };
}

function describeLimit(endpoint: EndpointDefinition, limitBytes: number): string {
  const limit = `At most ${limitBytes.toLocaleString('en')} bytes`;
  if (!takesFiles(endpoint) || endpoint.form) return `${limit}.`;
  return `${limit}, with the file as a member of JSON ${LIMITS.importBodyBytes.toLocaleString('en')}.`;
}

/** True if the request body may be a file. The options are then query parameters. */
const takesFiles = ({ body, bodyKind, query }: EndpointDefinition): boolean =>
  bodyKind === 'json-or-stream' ||
  (bodyKind === 'stream' &&
    query !== undefined &&
    'content' in ((body as TObject | undefined)?.properties ?? {}));

function contentOf(endpoint: EndpointDefinition, schema: Schema): Record<string, MediaType> {
  const properties = (endpoint.body as TObject).properties ?? {};
  if ('file' in properties) return { 'multipart/form-data': { schema } };
  if ('files' in properties) {
    const archive: Schema = {
      type: 'string',
      contentMediaType: 'application/zip',
      description: 'A ZIP archive. Send the other fields in the query.',
    };
    return { 'multipart/form-data': { schema }, 'application/zip': { schema: archive } };
  }
  const content: Record<string, MediaType> = { 'application/json': { schema } };
  if (takesFiles(endpoint)) {
    const file = {
      type: 'string',
      description: 'The file itself. Send the other fields in the query.',
    };
    const jsonFile = {
      type: 'object',
      additionalProperties: true,
      description: 'The file itself, if the query has `locale`.',
    };
    for (const { contentType } of FORMATS) content[contentType] ??= { schema: file };
    const withFile = { anyOf: [schema as never, jsonFile] };
    content['application/json'] = { schema: withFile };
  }
  return content;
}
