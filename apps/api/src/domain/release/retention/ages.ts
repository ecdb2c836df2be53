export const DAY_MS = 24 * 60 * 60_000;

/** Age in milliseconds at which mailed tokens are deleted. All tokens expire much earlier. */
export const MAIL_TOKEN_KEPT_MS = 30 * DAY_MS;

/** Age in milliseconds at which invitations are deleted. All invitations expire much earlier. */
export const INVITATION_KEPT_MS = 90 * DAY_MS;

/**
 * Number of days after the end of a translation job until its strings and results are deleted. The
 * job itself is kept.
 */
export const JOB_RESULTS_KEPT_DAYS = 90;
export const JOB_RESULTS_KEPT_MS = JOB_RESULTS_KEPT_DAYS * DAY_MS;
