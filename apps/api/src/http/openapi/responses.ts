import { type EndpointDefinition, ERRORS, type ErrorCode, errorsOf } from '@parlance/contracts';
import { headerRef, type SchemaGatherer } from './components.ts';
import type { MediaType, Reference, ResponseObject, Schema } from './document.ts';
import { isConditional } from './request.ts';
import { answerOf } from './sample.ts';

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted. The work continues in the background.',
};

const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** Responses with problems, by the name under which operations refer to them. */
export type SharedResponses = Record<string, ResponseObject>;

export function responsesOf(
  endpoint: EndpointDefinition,
  gatherer: SchemaGatherer,
  shared: SharedResponses,
): Record<string, ResponseObject | Reference> {
  const responses: Record<string, ResponseObject | Reference> = {};
  const success = {
    headers: commonHeaders(endpoint),
    content: successContent(endpoint, gatherer),
  };
  for (const status of statusesOf(endpoint)) {
    responses[status] = { description: MEANINGS[status] ?? '', ...success };
  }
  if (isConditional(endpoint)) {
    const headers = { 'X-Request-Id': headerRef('RequestId'), ETag: headerRef('ETag') };
    responses[304] = { description: 'Nothing has changed.', headers };
  }
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const name = codes.map(inPascalCase).join('Or');
    shared[name] ??= problemResponse(status, codes);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

const inPascalCase = (code: string): string =>
  code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

const problemResponse = (status: number, codes: readonly ErrorCode[]): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
  headers: errorHeaders(status),
  content: { 'application/problem+json': { schema: problemSchema(codes) } },
  'x-codes': [...codes],
});

/**
 * Returns the status codes of successful responses. An operation with background work responds with
 * 202, or with 200 if the work has already ended.
 */
function statusesOf(endpoint: EndpointDefinition): number[] {
  const { method, status = 200, unchangedStatus, waits } = endpoint;
  if (waits && method === 'POST') return status === 201 ? [200, 201, 202] : [200, 202];
  return unchangedStatus === undefined ? [status] : [unchangedStatus, status];
}

const RATE_HEADERS = {
  'RateLimit-Limit': headerRef('RateLimitLimit'),
  'RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'RateLimit-Reset': headerRef('RateLimitReset'),
};

function commonHeaders(endpoint: EndpointDefinition): Record<string, Reference> {
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(endpoint.rate === 'free' ? {} : RATE_HEADERS),
    ...(isConditional(endpoint) ? { ETag: headerRef('ETag') } : {}),
  };
}

function errorHeaders(status: number): Record<string, Reference> {
  const waits = status === 429 || status === 503;
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(waits ? { 'Retry-After': headerRef('RetryAfter') } : {}),
  };
}

function successContent(
  endpoint: EndpointDefinition,
  gatherer: SchemaGatherer,
): Record<string, MediaType> {
  const withExample = (schema: Schema): MediaType => ({
    schema,
    example: answerOf(schema, { schemas: gatherer.schemas() }),
  });
  if (endpoint.streams) {
    return { 'text/event-stream': withExample(gatherer.gather(endpoint.data)) };
  }
  const content: Record<string, MediaType> = {
    'application/json': withExample(envelopeSchema(endpoint, gatherer)),
  };
  for (const type of endpoint.rawContentTypes ?? []) {
    content[type] ??= { schema: { description: 'The file itself, without the envelope.' } };
  }
  return content;
}

function envelopeSchema(endpoint: EndpointDefinition, gatherer: SchemaGatherer): Schema {
  const meta: Schema = endpoint.meta
    ? gatherer.gather(endpoint.meta)
    : { type: 'object', additionalProperties: false };
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: gatherer.gather(endpoint.data) as never, meta: meta as never },
    additionalProperties: false,
  };
}

const problemSchema = (codes: readonly string[]): Schema => ({
  allOf: [PROBLEM, { type: 'object', properties: { code: { enum: [...codes] } } }],
});
