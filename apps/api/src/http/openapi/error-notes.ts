import type { ErrorCode } from '@parlance/contracts';

/** What each code of the catalog means to who gets it, and what helps. */
export const ERROR_NOTES: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    'The request is not valid HTTP, its body is not JSON or ends early, or its address is not percent-encoded UTF-8. Nothing was done.',
  unauthenticated:
    'There are no credentials, or they are forged, expired or revoked. An `Authorization` header decides alone: a good cookie beside a bad key does not help.',
  invalid_credentials:
    'No verified account has this email address and password together. The answer does not say which of the two is wrong.',
  invalid_token: 'The mailed link was used before, has expired, or was replaced by a newer one.',
  insufficient_credits:
    'The balance does not cover what the call may cost. Nothing was translated or billed.',
  insufficient_scope:
    'The API key, or the member’s role, lacks the scope that `detail` names. An API key cannot hand on a scope that it lacks either.',
  origin_not_allowed:
    'A cookie was sent from an Origin that is not on the allowed list, or a change was asked for without an Origin.',
  email_unverified:
    'The password is right, but the address has not been confirmed yet. The link can be mailed again.',
  session_required: 'This is about a person’s own account: sign in; an API key does not do.',
  sign_up_closed:
    'The server creates no account for this request. With `SIGN_UP=invited` people accept an invitation; with `closed` its operator creates accounts.',
  not_found:
    'There is no such thing, or it belongs to somebody else: the answer is the same for both.',
  method_not_allowed: 'The address is right, the method is not; `Allow` lists those that are.',
  not_acceptable: 'None of the types in `Accept` can be given; `detail` lists those that can.',
  request_timeout:
    'The headers or the body did not arrive completely in time. The connection is closed; send the request again.',
  conflict: 'The change does not go together with what is there; `detail` says with what.',
  import_conflict:
    'With `mode: "fail"`: values differ from the file. The first hundred are listed; nothing was written.',
  source_locale: 'The project’s source locale can be neither disabled nor deleted.',
  archived:
    'What the change belongs to is archived. Restore it with PATCH `{ "archived": false }`.',
  version_conflict:
    'Somebody changed the value after the `version` that was sent. Read it anew and decide again.',
  job_not_completed: 'The job has not ended; `partial=true` reads what is there.',
  job_not_cancellable: 'The job has ended already.',
  idempotency_mismatch:
    'The `Idempotency-Key` was used for another body within the last 24 hours. Use a new one for a new call.',
  idempotency_in_progress:
    'The first call with this `Idempotency-Key` has not ended yet. Try again a little later for its answer.',
  checks_failed:
    'The release has findings of the severity that `failOn` names; nothing was published.',
  gone: 'The project or the environment of this bundle is archived.',
  payload_too_large: 'The body is larger than this operation takes.',
  unsupported_media_type: 'The `Content-Type` or the `Content-Encoding` is none that is read here.',
  validation_failed:
    'Members of the request are wrong; `errors` has an entry for each, with its path.',
  content_invalid:
    'The file is not what its format says; `errors` has line and column where the format has lines. Nothing was imported.',
  unsupported_pair:
    'No configured engine translates from this language to that one; `detail` names those that were asked.',
  limit_exceeded: 'The request passes a limit of the service, which `detail` names.',
  rate_limited: 'Too many requests in this time. Wait as many seconds as `Retry-After` says.',
  internal: 'A fault of the service. The `requestId` finds it in the log.',
  engine_failed: 'The translation engine answered with a fault, also when it was asked again.',
  payment_failed: 'The payment provider refused or failed. Nothing was granted.',
  engine_unavailable: 'No engine is ready for this pair, and none is on its way to be.',
  engine_model_loading:
    'The model for this pair is being fetched. Wait as many seconds as `Retry-After` says; jobs wait by themselves.',
  payments_unavailable: 'This server has no payment provider configured.',
  service_unavailable:
    'The service is going down, or its database cannot do what was asked: it is away, read-only, out of disk space or connections, or waits for its standby. `detail` says which. Try again after `Retry-After` seconds.',
  engine_timeout: 'The translation engine did not answer in time, also when it was asked again.',
};
