import type { FindingFacts } from '../schema/finding.ts';

export const ERRORS = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  unauthenticated: { status: 401, title: 'Valid credentials are required' },
  invalid_credentials: { status: 401, title: 'The email or the password is wrong' },
  invalid_token: { status: 401, title: 'The mailed token is not valid' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  insufficient_scope: { status: 403, title: 'A required scope is missing' },
  origin_not_allowed: { status: 403, title: 'The Origin is not allowed' },
  email_unverified: { status: 403, title: 'The email address is not verified' },
  session_required: { status: 403, title: 'A browser session is required' },
  person_required: { status: 403, title: 'Only a person can do this' },
  api_key_required: { status: 403, title: 'An API key is required' },
  sign_up_closed: { status: 403, title: 'Sign-up is closed' },
  role_forbidden: { status: 403, title: 'The role does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'No accepted media type is available' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'Conflict' },
  import_conflict: { status: 409, title: 'Existing values differ from the file' },
  unknown_sync_token: { status: 409, title: 'The sync token is unknown' },
  source_locale: { status: 409, title: 'Not allowed for the source locale' },
  archived: { status: 409, title: 'The resource is archived' },
  version_conflict: { status: 409, title: 'The version is stale' },
  job_not_completed: { status: 409, title: 'The job has not ended' },
  job_not_cancellable: { status: 409, title: 'The job cannot be cancelled' },
  idempotency_mismatch: {
    status: 409,
    title: 'The idempotency key was used with a different request',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this idempotency key is still in progress',
  },
  checks_failed: { status: 409, title: 'Checks failed' },
  gone: { status: 410, title: 'Gone' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  validation_failed: { status: 422, title: 'The request is not valid' },
  content_invalid: { status: 422, title: 'The content is not valid' },
  unknown_syntax: { status: 422, title: 'The text has code of an unknown syntax' },
  unsupported_pair: { status: 422, title: 'No engine supports this language pair' },
  limit_exceeded: { status: 422, title: 'A limit was exceeded' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  engine_failed: { status: 502, title: 'The translation engine failed' },
  bundle_store_failed: { status: 502, title: 'The bundle store failed' },
  payment_failed: { status: 502, title: 'The payment provider failed' },
  engine_unavailable: { status: 503, title: 'The translation engine is not available' },
  engine_model_loading: { status: 503, title: 'The translation model is being loaded' },
  payments_unavailable: { status: 503, title: 'Payments are not configured' },
  service_unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  engine_timeout: { status: 504, title: 'The translation engine took too long' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Codes of the rules that a value can violate. Programs use the code to show an error message in
 * the user's language.
 */
export const FAULT_CODES = [
  'required',
  'unsupported',
  'blank',
  'type',
  'choice',
  'email',
  'date_time',
  'uuid',
  'pattern',
  'duplicates',
  'characters',
  'entries',
  'range',
  'locale_tag',
  'unknown_language',
  'past',
  'syntax',
  'conflict',
  'web_address',
  'host_not_allowed',
  'charset',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** One error in a request, with its location. See `FaultSchema`. */
export interface Fault {
  path: string;
  message: string;
  /** Option of the request that avoids the error. */
  remedy?: string;
  /** Path of the file in the folder or archive of the request. */
  file?: string;
  code?: FaultCode;
  /** Minimum and maximum of the parameter whose value is out of range. */
  limits?: { min?: number; max?: number };
  /** The finding that caused this error. Absent if no check caused the error. */
  finding?: FindingFacts;
  line?: number;
  column?: number;
  /** Range of the error in the value of a parameter, in UTF-16 code units. `end` is exclusive. */
  at?: { start: number; end: number };
}
