/** The processor time of pages is divided by it, and all deadlines are multiplied: `TEST_SLOWNESS`. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1);
