import type { Fault, FaultCode } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Failure } from '../../errors.ts';
import { escapePointer } from '../../lib/json-pointer.ts';
import type { Schema } from '../openapi/document.ts';
import { limitTexts } from './limit-texts.ts';

export const MAX_FAULTS = 100;

/** Beginning of the path in an error, by the name that Fastify uses for the part of the request. */
const PATH_BASE: Readonly<Record<string, string>> = { body: '', querystring: 'query' };

export interface AjvFault {
  instancePath?: string;
  keyword?: string;
  message?: string;
  params?: Record<string, unknown>;
  /** Schema that contains the violated keyword. Set because Ajv's option `verbose` is on. */
  parentSchema?: Schema;
}

const MESSAGES: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  additionalProperties: () => 'is not supported',
  required: () => 'is required',
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).map(String).join(', ')}`,
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `a ${format}`}`,
  uniqueItems: () => 'must not contain duplicates',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'an ISO 8601 date-time with `Z` or an offset',
  email: 'an email address',
  uuid: 'a UUID',
};

const CODES: Readonly<Record<string, FaultCode>> = {
  additionalProperties: 'unsupported',
  required: 'required',
  enum: 'choice',
  type: 'type',
  pattern: 'pattern',
  uniqueItems: 'duplicates',
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'entries',
  maxItems: 'entries',
  minimum: 'range',
  maximum: 'range',
};

const FORMAT_CODES: Readonly<Record<string, FaultCode>> = {
  'date-time': 'date_time',
  email: 'email',
  uuid: 'uuid',
};

/**
 * Keywords for the lower and the upper limit, by error code. A message about one limit also states
 * the other.
 */
const BOUNDS: Readonly<Partial<Record<FaultCode, readonly [min: string, max: string]>>> = {
  characters: ['minLength', 'maxLength'],
  entries: ['minItems', 'maxItems'],
  range: ['minimum', 'maximum'],
};

const NOT_BLANK = '\\S';

/**
 * Returns the message for an error. It continues a sentence that begins with the path of the value.
 */
export function faultMessage({
  keyword = '',
  params = {},
  parentSchema = {},
  message,
}: AjvFault): string {
  const describe = MESSAGES[keyword];
  if (describe) return describe(params);
  if (keyword === 'pattern') {
    if (params.pattern === NOT_BLANK) return 'must not be blank';
    const { description } = parentSchema;
    const form = typeof description === 'string' ? `: ${description.replace(/\.$/, '')}` : '';
    return `does not match the required format${form}`;
  }
  const bounds = limitTexts(parentSchema).join(', ');
  if (/^(min|max)[A-Z]/.test(keyword)) return `must have ${bounds}`;
  if (/^(min|max)imum$/.test(keyword)) return `must be ${bounds}`;
  return message ?? 'is not valid';
}

function codeOf({ keyword = '', params = {} }: AjvFault): FaultCode | undefined {
  if (keyword === 'format') return FORMAT_CODES[String(params.format)];
  return keyword === 'pattern' && params.pattern === NOT_BLANK ? 'blank' : CODES[keyword];
}

function limitsOf(code: FaultCode, { parentSchema = {} }: AjvFault): Fault['limits'] {
  const bounds = BOUNDS[code];
  if (!bounds) return undefined;
  const [min, max] = bounds.map((keyword) => parentSchema[keyword]);
  return {
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
  };
}

function toFault(fault: AjvFault, context: string | undefined): Fault {
  const base = PATH_BASE[context ?? 'body'] ?? context;
  const pointer = fault.instancePath ?? '';
  const member = fault.params?.additionalProperty ?? fault.params?.missingProperty;
  const path = `${base}${pointer}${typeof member === 'string' ? `/${escapePointer(member)}` : ''}`;
  const code = codeOf(fault);
  const limits = code && limitsOf(code, fault);
  return { path, message: faultMessage(fault), ...(code && { code }), ...(limits && { limits }) };
}

export function validationFailure(
  found: readonly AjvFault[],
  context: string | undefined,
): Failure {
  const faults = found.filter(isFault).slice(0, MAX_FAULTS);
  return failureOf(faults.map((fault) => toFault(fault, context)));
}

const isFault = ({ keyword }: AjvFault): boolean => keyword !== 'if';

export function findFaults(
  request: FastifyRequest,
  schema: Schema,
): (value: unknown) => AjvFault[] {
  const validate = request.compileValidationSchema(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).filter(isFault));
}

/** Returns a validation failure whose detail describes the first error. */
export function failureOf(errors: readonly Fault[]): Failure {
  const first = errors[0];
  const detail = first
    ? `${first.path || 'The body'}: ${first.message}`
    : 'The request is not valid.';
  return new Failure('validation_failed', detail, { errors: [...errors] });
}

/**
 * Validates input that a route reads itself, such as the members of a streamed body.
 * @throws `validation_failed`
 */
export function requireValid<Shape extends TSchema>(
  request: FastifyRequest,
  schema: Shape,
  value: unknown,
  context = 'body',
): Static<Shape> {
  const validate = request.compileValidationSchema(schema as unknown as Record<string, unknown>);
  if (validate(value)) return value as Static<Shape>;
  throw validationFailure(validate.errors ?? [], context);
}
