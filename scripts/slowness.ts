/** The processor time of pages is divided by it, all deadlines are multiplied, and answers are late: `TEST_SLOWNESS`. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1);
