const DAY_MS = 24 * 60 * 60_000;

/** Age of mailed tokens since their creation, long after the last of them has expired. */
export const MAIL_TOKEN_KEPT_MS = 30 * DAY_MS;

/** Age of invitations since their sending, long after the last of them has expired. */
export const INVITATION_KEPT_MS = 90 * DAY_MS;

/** Age of the strings and results of translation jobs since the job's end. The job itself stays. */
export const JOB_RESULTS_KEPT_DAYS = 90;
export const JOB_RESULTS_KEPT_MS = JOB_RESULTS_KEPT_DAYS * DAY_MS;
