const DAY_MS = 24 * 60 * 60_000;

/** Mailed tokens, counted from their creation: long after the last of them has expired. */
export const MAIL_TOKEN_KEPT_MS = 30 * DAY_MS;

/** Invitations, counted from their sending: long after the last of them has expired. */
export const INVITATION_KEPT_MS = 90 * DAY_MS;

/** Strings and results of translation jobs, counted from the job's end. The job itself stays. */
export const JOB_RESULTS_KEPT_DAYS = 90;
export const JOB_RESULTS_KEPT_MS = JOB_RESULTS_KEPT_DAYS * DAY_MS;
