import type { ErrorCode } from '@parlance/contracts';

export interface ErrorNote {
  readonly meaning: string;
  readonly action: string;
}

/** Cause and next step for each error code. Text between backticks is code. */
export const ERROR_NOTES: Readonly<Record<ErrorCode, ErrorNote>> = {
  malformed_request: {
    meaning:
      'The request is not valid HTTP, its body is not JSON or ends early, or its address is not percent-encoded UTF-8. Nothing was done.',
    action: 'Correct what `detail` names and send the request again.',
  },
  unauthenticated: {
    meaning:
      'The credentials are missing, forged, expired or revoked. If the request has an `Authorization` header, the session cookie is not read.',
    action:
      'Sign in, or send `Authorization: ApiKey plk_…` with a key that is not revoked. Do not send both.',
  },
  invalid_credentials: {
    meaning:
      'No verified account has this email address and this password. The answer does not say which of the two is wrong.',
    action: 'Check both, or set a new password with `POST /v1/auth/forgot-password`.',
  },
  invalid_token: {
    meaning: 'The mailed link was used before, has expired, or was replaced by a newer link.',
    action:
      'Open the link of the newest mail, request a new one, or ask for a new invitation. An invitation belongs to the address that it was sent to.',
  },
  insufficient_credits: {
    meaning: 'The balance does not cover what the call may cost. Nothing was translated or billed.',
    action:
      'Buy credits or translate less. `POST /v1/translate/estimate` names the cost in advance.',
  },
  insufficient_scope: {
    meaning:
      'The API key, or the member’s role, lacks the scope that `detail` names. An API key cannot grant a scope that it lacks.',
    action: 'Use a key with that scope, or ask an owner or admin of the organization for the role.',
  },
  role_forbidden: {
    meaning:
      'The role of the member does not allow the change in this project or locale. `needs` names the missing right, and the locale if others are allowed.',
    action: 'Ask an owner or admin of the organization for another role or for the locale.',
  },
  origin_not_allowed: {
    meaning:
      'A session cookie was sent from an Origin that is not on the allowed list, or a change was requested without an Origin.',
    action:
      'Call from an allowed Origin. The operator lists them in `ALLOWED_ORIGINS`; programs use an API key.',
  },
  email_unverified: {
    meaning: 'The password is right, but the email address is not confirmed.',
    action:
      'Open the link of the confirmation mail; `POST /v1/auth/resend-verification` mails a new one.',
  },
  session_required: {
    meaning: 'The endpoint concerns a person’s own account and does not accept API keys.',
    action: 'Sign in and send the session cookie without an `Authorization` header.',
  },
  person_required: {
    meaning: 'Only people write comments. The request has an API key of an organization.',
    action: 'Use a session or a personal API key.',
  },
  api_key_required: {
    meaning: 'The endpoint describes the API key of the request, and the request has a session.',
    action: 'Send `Authorization: ApiKey <key>`.',
  },
  sign_up_closed: {
    meaning:
      'The server does not create an account for this request. With `SIGN_UP=invited` an account needs an invitation; with `closed` the operator creates it.',
    action: 'Ask for an invitation, or ask the operator for an account.',
  },
  not_found: {
    meaning:
      'The address, or the resource at it, does not exist or belongs to somebody else. The answer is the same for all of these.',
    action:
      'Check the address and the ids in it, and that the key or the session belongs to the right organization.',
  },
  method_not_allowed: {
    meaning: 'The address exists, but not with this method.',
    action: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    meaning: 'The endpoint cannot answer with any of the types in `Accept`.',
    action: 'Ask for one of the types that `detail` lists.',
  },
  request_timeout: {
    meaning: 'The headers or the body did not arrive completely in time. The connection is closed.',
    action: 'Send the request again on a new connection.',
  },
  conflict: {
    meaning: 'The change contradicts the current state; `detail` says how.',
    action: 'Read the resource again and decide whether the change is still needed.',
  },
  import_conflict: {
    meaning:
      'Stored values differ from the file in an import with `mode: "fail"`, or both sides changed them since the `base` of a merge. `errors` lists the first hundred, `conflicts` the first thousand of a merge with their texts. Nothing was written.',
    action:
      'Import with another `mode`, decide a merge with `conflicts: "ours"` or `"theirs"`, or correct the file.',
  },
  unknown_sync_token: {
    meaning:
      'The project has no such state: the token is of another project or server, or the database was restored from a backup.',
    action:
      'Export for a new token. Until then, merge without `base`: each text that differs is a conflict.',
  },
  source_locale: {
    meaning: 'The source locale of a project can be neither disabled nor deleted.',
    action: 'Choose another locale, or create a project with another source locale.',
  },
  archived: {
    meaning: 'The resource, or the project that it belongs to, is archived and cannot be changed.',
    action: 'Restore it with a PATCH of `{ "archived": false }`.',
  },
  version_conflict: {
    meaning:
      'Somebody changed the value after the `version` that was sent. `current` is the value as it is now, or null if it is missing. For a bulk change, `currentValues` has the first of them.',
    action:
      'Decide on the basis of `current`, and send the change with its `version`, or with 0 if it is null.',
  },
  job_not_completed: {
    meaning: 'The job has not ended, so its result is not complete.',
    action: 'Wait for the job to end, or read what is there with `partial=true`.',
  },
  job_not_cancellable: {
    meaning: 'The job has ended already.',
    action: 'Read its result.',
  },
  idempotency_mismatch: {
    meaning: 'The `Idempotency-Key` was used with another body within the last 24 hours.',
    action: 'Use a new key for each new call.',
  },
  idempotency_in_progress: {
    meaning: 'The first call with this `Idempotency-Key` has not ended yet.',
    action: 'Send the same request again later: the answer is that of the first call.',
  },
  checks_failed: {
    meaning: 'The release has findings of the severity in `failOn`. Nothing was published.',
    action: 'Correct the values that `errors` names, or publish with a less strict `failOn`.',
  },
  gone: {
    meaning: 'Delivery of the project or the environment of this bundle was stopped.',
    action: 'Stop requesting the bundle, or resume delivery of the project and the environment.',
  },
  payload_too_large: {
    meaning: 'The body is larger than the operation accepts.',
    action: 'Split the request. The API reference names the limit of each operation.',
  },
  unsupported_media_type: {
    meaning: 'The operation does not read this `Content-Type` or `Content-Encoding`.',
    action: 'Send one of the types that the API reference lists for the operation.',
  },
  validation_failed: {
    meaning: 'Members of the request are not valid. Nothing was done.',
    action: 'Correct each member that `errors` names by its path.',
  },
  content_invalid: {
    meaning:
      'The file is not valid in its format. `errors` has line and column if the format has lines. Nothing was imported.',
    action: 'Correct the file at the places that `errors` names.',
  },
  unknown_syntax: {
    meaning:
      'The text has code of a syntax that the service does not know, or a word in signs around which other source texts of the project have code. `detail` names the code. No engine was asked and nothing was billed. In jobs and bulk calls, the result of the string has this code.',
    action:
      'Write the translation yourself, or change the text so that a placeholder stands for the code.',
  },
  unsupported_pair: {
    meaning: 'No configured engine translates from the source language to the target language.',
    action:
      'Choose another engine or pair, or ask the operator for an engine: `docs/engines.md` says what each needs (`MT_ENGINES`, `MT_OFFLINE`). `detail` names the engines that were asked.',
  },
  limit_exceeded: {
    meaning: 'The request exceeds a limit of the service, which `detail` names.',
    action: 'Stay within the limit. The OpenAPI document lists all limits under `x-limits`.',
  },
  rate_limited: {
    meaning: 'The caller made too many requests in this period.',
    action: 'Wait as many seconds as `Retry-After` says.',
  },
  internal: {
    meaning: 'The server failed unexpectedly.',
    action: 'Send the `requestId` to the operator, who finds the cause in the log under it.',
  },
  engine_failed: {
    meaning: 'The translation engine answered with an error, also after retries.',
    action: 'Try again later, or choose another engine; `detail` has the engine’s own words.',
  },
  bundle_store_failed: {
    meaning:
      'The bundle store of the deployment did not take a release within a minute. Readers keep the release that they had.',
    action:
      '`detail` says what the store answered, and whether publishing again helps. Otherwise an operator finds the reason in the log.',
  },
  payment_failed: {
    meaning: 'The payment provider refused the payment or failed. No credits were granted.',
    action: 'Try again, or pay in another way.',
  },
  engine_unavailable: {
    meaning: 'No engine is ready for this pair of languages, and none is starting.',
    action: 'Try again later, or ask the operator to check the engines.',
  },
  engine_model_loading: {
    meaning: 'The model for this pair of languages is being downloaded.',
    action: 'Wait as many seconds as `Retry-After` says. Jobs wait by themselves.',
  },
  payments_unavailable: {
    meaning: 'This server has no payment provider.',
    action: 'Ask the operator for credits.',
  },
  service_unavailable: {
    meaning:
      'The service is stopping, is short of memory for bodies, or its database cannot do the work: it is away, read-only, out of disk space or connections, or waits for its standby. `detail` says which.',
    action: 'Try again after `Retry-After` seconds.',
  },
  engine_timeout: {
    meaning: 'The translation engine did not answer in time, also after retries.',
    action: 'Try again later, or send less text in one call.',
  },
};
