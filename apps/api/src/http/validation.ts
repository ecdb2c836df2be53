import type { Fault } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Failure } from '../errors.ts';

/** A body can hold more faults than anybody reads. */
const MAX_FAULTS = 100;

/** Where a fault's path starts, by Fastify's name of the part. */
const PATH_BASE: Readonly<Record<string, string>> = { body: '', querystring: 'query' };

interface AjvFault {
  instancePath?: string;
  keyword?: string;
  message?: string;
  params?: Record<string, unknown>;
}

function toFault(fault: AjvFault, context: string | undefined): Fault {
  const base = PATH_BASE[context ?? 'body'] ?? context;
  const pointer = fault.instancePath ?? '';
  const member = fault.params?.additionalProperty ?? fault.params?.missingProperty;
  const path = `${base}${pointer}${typeof member === 'string' ? `/${escapePointer(member)}` : ''}`;
  if (fault.keyword === 'additionalProperties') return { path, message: 'is not known here' };
  if (fault.keyword === 'required') return { path, message: 'is required' };
  if (fault.keyword === 'enum') {
    const allowed = fault.params?.allowedValues as readonly unknown[];
    return { path, message: `must be one of ${allowed.map(String).join(', ')}` };
  }
  return { path, message: fault.message ?? 'is not valid' };
}

/** RFC 6901 §3. */
const escapePointer = (member: string): string =>
  member.replaceAll('~', '~0').replaceAll('/', '~1');

/** What the schema validator found, in the words of the catalog: one entry per fault. */
export function validationFailure(
  found: readonly AjvFault[],
  context: string | undefined,
): Failure {
  const errors = found
    // `if` only says that one of its branches failed, whose own faults are there too.
    .filter((fault) => fault.keyword !== 'if')
    .slice(0, MAX_FAULTS)
    .map((fault) => toFault(fault, context));
  const first = errors[0];
  const detail = first
    ? `${first.path || 'The body'}: ${first.message}`
    : 'The request is not valid.';
  return new Failure('validation_failed', detail, { errors });
}

/** Checks what a route read by itself, such as the members of a streamed body. @throws `validation_failed` */
export function requireValid<Schema extends TSchema>(
  request: FastifyRequest,
  schema: Schema,
  value: unknown,
  context = 'body',
): Static<Schema> {
  const validate = request.compileValidationSchema(schema as unknown as Record<string, unknown>);
  if (validate(value)) return value as Static<Schema>;
  throw validationFailure(validate.errors ?? [], context);
}
